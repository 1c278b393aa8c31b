import { ChannelId, MessageId, ServerId } from '@tally/contract';
import { type Ctx, defineJob, seconds } from '@tally/kernel';
import { z } from 'zod';
import { look, type Starred } from './look.ts';

export const lookJob = defineJob({
  name: 'starboard/look',
  data: z.object({ serverId: ServerId, channelId: ChannelId, messageId: MessageId }),
  concurrency: 8,
  async run(ctx, starred) {
    const again = await look(ctx, starred);
    if (again) await queueLook(ctx, starred, again);
  },
});

/** How long stars gather before anybody looks. */
const GATHER_MS = seconds(2);
/** What comes this soon after a look was queued is seen by it. The rest is for clocks that differ. */
const COVERED_MS = seconds(0.5);
const MOST_REMEMBERED = 10_000;

/** Looks queued by this process a moment ago, per database, so that tests do not share it. */
const queued = new WeakMap<Ctx['db'], Map<MessageId, number>>();

/**
 * Something happened to a message. However many stars come at once, Discord is asked once and says how many there are
 * then: what is missed or repeated on the way here does not matter.
 */
export async function lookSoon(ctx: Ctx, starred: Starred): Promise<void> {
  const known = queued.get(ctx.db) ?? new Map<MessageId, number>();
  queued.set(ctx.db, known);
  const now = ctx.clock.now().getTime();
  const before = known.get(starred.messageId);
  if (before !== undefined && now >= before && now - before < COVERED_MS) return;
  if (known.size >= MOST_REMEMBERED) known.clear();
  await queueLook(ctx, starred, new Date(now + GATHER_MS));
  // Only what is really queued covers others.
  known.set(starred.messageId, now);
}

/** For what no look of a moment ago can have seen, because it follows from one. */
export async function queueLook(ctx: Ctx, starred: Starred, at: Date): Promise<void> {
  await ctx.queue.send(lookJob, starred, { singletonKey: starred.messageId, startAfter: at });
}
