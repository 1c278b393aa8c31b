import type { DeliveryReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { remember } from '../../status/index.ts';
import { findStreamerById, pauseByServer } from '../store.ts';

/** Refusals that would only be repeated: nothing more is sent until somebody changes something. */
const pausing: Partial<Record<DeliveryReason, 'permissions' | 'channelGone'>> = {
  missingPermission: 'permissions',
  unknownChannel: 'channelGone',
};

/** What follows from the outcome of a message. */
export async function settleDelivery(ctx: Ctx, delivery: Delivery): Promise<void> {
  const streamer = await findStreamerById(ctx.db, delivery.subject);
  if (!streamer || delivery.kind === 'test') return;
  if (delivery.state === 'posted' && delivery.kind === 'live') {
    await remember(ctx, { type: 'live', message: `${streamer.name} · ${streamer.platform}` });
  }
  const pause = delivery.state === 'failed' && delivery.reason ? pausing[delivery.reason] : undefined;
  if (pause) await pauseByServer(ctx.db, { streamerId: streamer.id, reason: pause, now: ctx.clock.now() });
}
