import type { ChannelId, DeliveryReason, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { Delivered } from '@tally/pipeline/delivery';
import { report, type Trouble } from '../../error-logs/index.ts';
import { describeChannel } from './choices.ts';

/** Tells the owner of a message that could not be posted, where there is something for them to do. */
export async function reportUnposted(
  ctx: Ctx,
  { serverId, channelId, reason, reasonValues }: Delivered,
  about: Pick<Parameters<typeof findChannelTrouble>[2], 'what' | 'path'>,
): Promise<void> {
  const detail = String(reasonValues.detail ?? '');
  const trouble = await findChannelTrouble(ctx, serverId, { ...about, channelId, reason, detail });
  if (trouble) await report(ctx, serverId, trouble);
}

/** What an owner reads of a message that could not be posted; null where there is nothing for them to do. */
export async function findChannelTrouble(
  ctx: Ctx,
  serverId: ServerId,
  about: {
    readonly channelId: ChannelId;
    readonly reason: DeliveryReason | null;
    readonly detail?: string;
    /** What was to be posted. */
    readonly what: Trouble['details'][string];
    /** The page on which it is set up. */
    readonly path: string;
  },
): Promise<Trouble | null> {
  const { channelId, what, path } = about;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- about the others there is nothing to do
  switch (about.reason) {
    case 'missingPermission':
      return await findLack(ctx, serverId, channelId);
    case 'unknownChannel':
      return {
        reason: 'unknownChannel',
        details: { what },
        action: { kind: 'chooseChannel', path, targetId: channelId },
      };
    case 'refused':
      return {
        reason: 'messageRefused',
        details: { what, reason: about.detail ?? '' },
        action: { kind: 'editMessage', path, targetId: null },
      };
    case 'replyLost':
      return { reason: 'unconfirmed', details: { what, place: `<#${channelId}>` } };
    default:
      return null;
  }
}

/** What the bot lacks in a channel. Null: it was removed from this server, and nobody there can do anything about it. */
export async function findLack(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<Trouble | null> {
  const { name, missing, isHere } = await describeChannel(ctx, serverId, channelId);
  if (!isHere) return null;
  return {
    reason: 'missingPermission',
    details: { place: name === null ? `<#${channelId}>` : `#${name}` },
    missingPermissions: missing,
    action: { kind: 'grantPermissions', path: null, targetId: channelId },
  };
}
