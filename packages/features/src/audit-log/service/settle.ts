import type { DeliveryReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { reportUnposted } from '../../servers/index.ts';
import { pauseChannel } from '../store.ts';
import type { LogPause } from '../tables.ts';

const PAGE = '/notifications';

/** What came of the messages. May be told twice. */
export async function settleLogs(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    const { state, reason, channelId } = delivery;
    if (state !== 'failed' && state !== 'skipped') continue;
    const pausedBy = pauses[reason ?? 'refused'];
    if (!pausedBy) continue;
    await ctx.db.transaction(async (tx) => await pauseChannel(tx, channelId, pausedBy));
    await reportUnposted(ctx, delivery, { what: { say: 'auditLog.what' }, path: PAGE });
  }
}

/** What would only fail again, every three seconds. The rest is only a message that is missing. */
const pauses: Partial<Record<DeliveryReason, LogPause>> = {
  missingPermission: 'permissions',
  unknownChannel: 'channelGone',
  refused: 'refused',
  tooLarge: 'refused',
};
