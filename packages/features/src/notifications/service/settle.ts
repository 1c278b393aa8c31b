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
  const trouble = await failures[reason]?.({ ctx, streamer, delivery });
  if (!trouble) return;
  await report(ctx, delivery.serverId, trouble.told);
  if (!trouble.pause || delivery.kind === 'test') return;
  await pauseByServer(ctx.db, { streamerId: streamer.id, reason: trouble.pause, now: ctx.clock.now() });
}

interface Failure {
  readonly told: Trouble;
  readonly pause?: Exclude<PauseReason, 'byOwner'>;
}

interface Case {
  readonly ctx: Ctx;
  readonly streamer: StreamerRow;
  readonly delivery: Delivery;
}

const pageOf = ({ streamer }: Case): string => `/notifications/${streamer.platform}`;

/** Only what an owner can do something about; the journal has the rest. */
const failures: { readonly [R in DeliveryReason]?: (about: Case) => Failure | Promise<Failure> } = {
  async missingPermission({ ctx, delivery: { serverId, channelId } }) {
    const { name, missing } = await describeChannel(ctx, serverId, channelId);
    const told: Trouble = {
      reason: 'missingPermission',
      details: { place: name === null ? channelId : `#${name}` },
      missingPermissions: missing,
      action: { kind: 'grantPermissions', path: null, targetId: channelId },
    };
    return { told, pause: 'permissions' };
  },
  unknownChannel: (about) => ({
    told: {
      reason: 'unknownChannel',
      details: { what: about.streamer.name },
      action: { kind: 'chooseChannel', path: pageOf(about), targetId: about.delivery.channelId },
    },
    pause: 'channelGone',
  }),
  streamEndedFirst: ({ streamer }) => ({
    told: { reason: 'endedBeforeSent', details: { streamer: streamer.name } },
  }),
  refused: (about) => ({
    told: {
      reason: 'messageRefused',
      details: { what: about.streamer.name, reason: String(about.delivery.reasonValues.detail ?? '') },
      action: { kind: 'editMessage', path: pageOf(about), targetId: null },
    },
  }),
};
