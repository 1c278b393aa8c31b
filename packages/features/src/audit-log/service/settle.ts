import type { DeliveryReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../places/index.ts';
import { endWriting, pauseChannel } from '../store.ts';
import type { LogPause } from '../tables.ts';
import { dueAfter, postSoon } from './post.ts';

const PAGE = '/notifications';

/** Handles the outcomes of messages, then queues the next message of each channel. Outcomes may arrive twice. */
export async function settleLogs(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    const { state, reason, channelId } = delivery;
    await writeNext(ctx, delivery);
    if (state !== 'failed' && state !== 'skipped') continue;
    const pausedBy = pauses[reason ?? 'refused'];
    if (!pausedBy) continue;
    await ctx.db.transaction(async (tx) => await pauseChannel(tx, channelId, pausedBy));
    await reportUnposted(ctx, delivery, { what: { say: 'auditLog.what' }, path: PAGE });
  }
}

async function writeNext(ctx: Ctx, { channelId, dedupeKey, settledAt }: Delivered): Promise<void> {
  const at = settledAt ?? ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    if (await endWriting(tx, channelId, dedupeKey, at)) await postSoon(ctx, channelId, { tx, at: dueAfter(at) });
  });
}

/** These failures would recur with every message, so they pause the log. Any other failure loses one message. */
const pauses: Partial<Record<DeliveryReason, LogPause>> = {
  missingPermission: 'permissions',
  unknownChannel: 'channelGone',
  refused: 'refused',
  tooLarge: 'refused',
};
