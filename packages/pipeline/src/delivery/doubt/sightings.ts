import type { ChannelId, MessageId } from '@tally/contract';
import { gather } from '@tally/infra/batch';
import type { Ctx, Span } from '@tally/kernel';
import { type Lost, listInDoubt, listKnown, rememberLosses, rememberSighting, sight } from '../store/sightings.ts';
import { printOf } from './print.ts';

export interface Sighting {
  readonly messageId: MessageId;
  readonly channelId: ChannelId;
  readonly nonce: string | null;
  readonly webhookId: string | null;
  readonly content: string;
  readonly embeds: Parameters<typeof printOf>[0]['embeds'];
}

/**
 * Handles a gateway event for one of our messages. It proves that the message was posted, even if the reply to our call
 * was lost.
 */
export async function sawMessage(ctx: Ctx, sighting: Sighting): Promise<void> {
  const now = ctx.clock.now();
  const seen = await rememberSighting(ctx.db, sighting, now);
  for (const id of seen) ctx.trace.span(`delivery:${id}`, () => seenAt(now));
  if (sighting.webhookId === null) return;
  // The reply may have come first. Another row with the same text must not also claim the message.
  if ((await listKnown(ctx.db, [sighting.messageId])).size > 0) return;
  const print = printOf(sighting);
  for (const row of await listInDoubt(ctx.db, sighting.channelId)) {
    if (row.lane === 'webhook' && row.sightedId === null && row.sent && printOf(row.sent) === print)
      return await sight(ctx.db, row, sighting.messageId, now);
  }
}

/** The attempt may still be running in another process, so this span has no duration. */
const seenAt = (now: Date): Span => ({
  name: 'seen',
  kind: 'internal',
  from: now,
  to: now,
  parent: { name: 'process deliveries' },
});

/**
 * Handles deleted messages. Some may be ours, with a reply still on its way. Most are not, and a moderator who clears a
 * channel deletes hundreds. So deletions that arrive during one statement share the next.
 */
export const lostMessages = gather<readonly Lost[]>({
  name: 'delivery/lost-messages',
  write: (ctx, lost) => rememberLosses(ctx.db, lost.flat()),
});
