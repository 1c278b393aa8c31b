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

/** How long we collect stars before a check. */
const GATHER_MS = seconds(2);
/** A queued check includes events that arrive this soon after it. The margin allows for clocks that differ. */
const COVERED_MS = seconds(0.5);

/**
 * Queues a check when a message's stars change. Any number of changes cause one call to Discord, which returns the
 * current count. So missed or repeated events do not matter.
 */
export async function lookSoon(ctx: Ctx, starred: Starred): Promise<void> {
  const now = ctx.clock.now().getTime();
  const queueAt = async () => {
    await queueLook(ctx, starred, new Date(now + GATHER_MS));
    return now;
  };
  const queuedAt = await ctx.cache.get(`starboard/queued ${starred.messageId}`, COVERED_MS, queueAt);
  // Queueing took so long that the earlier check may have run.
  if (now - queuedAt >= COVERED_MS) await queueAt();
}

/** Queues a check that results from an earlier one, so that check cannot have included it. */
export async function queueLook(ctx: Ctx, starred: Starred, at: Date): Promise<void> {
  await ctx.queue.send(lookJob, starred, { singletonKey: starred.messageId, startAfter: at });
}
