import type { ChannelId, MessageId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { printOf } from './print.ts';
import { listInDoubt, rememberLoss, rememberSighting, sight } from './store/sightings.ts';

export interface Sighting {
  readonly messageId: MessageId;
  readonly channelId: ChannelId;
  readonly nonce: string | null;
  readonly webhookId: string | null;
  readonly content: string;
  readonly embeds: Parameters<typeof printOf>[0]['embeds'];
}

/**
 * A message of ours came over the gateway: people can see it. Where the reply to the call is lost, this is how we know
 * that it stands.
 */
export async function sawMessage(ctx: Ctx, sighting: Sighting): Promise<void> {
  const now = ctx.clock.now();
  await rememberSighting(ctx.db, sighting, now);
  if (sighting.webhookId === null) return;
  const print = printOf(sighting);
  for (const row of await listInDoubt(ctx.db, sighting.channelId)) {
    if (row.lane === 'webhook' && row.sent && printOf(row.sent) === print)
      return await sight(ctx.db, row.id, sighting.messageId, now);
  }
}

/** One of them was deleted, maybe before we knew that it stood. */
export async function lostMessage(ctx: Ctx, gone: Pick<Sighting, 'messageId' | 'channelId'>): Promise<void> {
  await rememberLoss(ctx.db, gone.channelId, gone.messageId);
}
