import type { DeliveryReason, PauseReason } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivery } from '@tally/pipeline/delivery';
import { report, type Trouble } from '../../error-logs/index.ts';
import { describeChannel } from '../../servers/index.ts';
import { remember } from '../../status/index.ts';
import { findStreamerById, pauseByServer } from '../store.ts';
import type { StreamerRow } from '../tables.ts';

/** What follows from the outcome of a message. */
export async function settleDelivery(ctx: Ctx, delivery: Delivery): Promise<void> {
  const streamer = await findStreamerById(ctx.db, delivery.subject);
  if (!streamer) return;
  if (delivery.state === 'posted' && delivery.kind === 'live') {
    await remember(ctx, { type: 'live', message: `${streamer.name} · ${streamer.platform}` });
  }
  if (delivery.state === 'failed' && delivery.reason) await tellOwners(ctx, streamer, delivery, delivery.reason);
}

/** The error log says what to do; what would only fail again is paused until somebody has done it. */
async function tellOwners(ctx: Ctx, streamer: StreamerRow, delivery: Delivery, reason: DeliveryReason): Promise<void> {
  const trouble = await troubleOf(ctx, streamer, delivery, reason);
  if (!trouble) return;
  await report(ctx, delivery.serverId, trouble.told);
  if (!trouble.pause || delivery.kind === 'test') return;
  await pauseByServer(ctx.db, { streamerId: streamer.id, reason: trouble.pause, now: ctx.clock.now() });
}

interface Failure {
  readonly told: Trouble;
  readonly pause?: Exclude<PauseReason, 'byOwner'>;
}

async function troubleOf(
  ctx: Ctx,
  streamer: StreamerRow,
  delivery: Delivery,
  reason: DeliveryReason,
): Promise<Failure | null> {
  const path = `/notifications/${streamer.platform}`;
  const targetId = delivery.channelId;
  switch (reason) {
    case 'missingPermission': {
      const { name, missing } = await describeChannel(ctx, delivery.serverId, delivery.channelId);
      return {
        told: {
          reason: 'missingPermission',
          details: { place: name === null ? targetId : `#${name}` },
          missingPermissions: missing,
          action: { kind: 'grantPermissions', path: null, targetId },
        },
        pause: 'permissions',
      };
    }
    case 'unknownChannel':
      return {
        told: { reason, details: { what: streamer.name }, action: { kind: 'chooseChannel', path, targetId } },
        pause: 'channelGone',
      };
    case 'streamEndedFirst':
      return { told: { reason: 'endedBeforeSent', details: { streamer: streamer.name } } };
    case 'refused':
      return {
        told: {
          reason: 'messageRefused',
          details: { what: streamer.name, reason: String(delivery.reasonValues.detail ?? '') },
          action: { kind: 'editMessage', path, targetId: null },
        },
      };
    default:
      return null;
  }
}
