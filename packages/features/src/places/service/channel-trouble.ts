import type { ChannelId, DeliveryReason, ServerId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import type { ServerChannel } from '@tally/discord/permissions';
import { AppError, type Ctx } from '@tally/kernel';
import { type Delivered, missingIn } from '@tally/pipeline/delivery';
import { report, type Trouble } from '../../error-logs/index.ts';
import { describeChannel } from './choices.ts';
import { forgetFacts, readChannels } from './discord-facts.ts';

/** Reports to the owner that a message could not be posted, if they can fix it. */
export async function reportUnposted(
  ctx: Ctx,
  { serverId, channelId, reason, reasonValues }: Delivered,
  about: Pick<Parameters<typeof findChannelTrouble>[2], 'what' | 'path'>,
): Promise<void> {
  const detail = String(reasonValues.detail ?? '');
  const trouble = await findChannelTrouble(ctx, serverId, { ...about, channelId, reason, detail });
  if (trouble) await report(ctx, serverId, trouble);
}

/** Explains to the owner why a message could not be posted. Null if there is nothing to fix. */
export async function findChannelTrouble(
  ctx: Ctx,
  serverId: ServerId,
  about: {
    readonly channelId: ChannelId;
    readonly reason: DeliveryReason | null;
    readonly detail?: string;
    /** The kind of message. */
    readonly what: Trouble['details'][string];
    /** The page with the message's settings. */
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

/** Returns what the bot lacks in a channel. Null if it was removed from the server: no one there can fix that. */
export async function findLack(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<Trouble | null> {
  const found = await describeRefusal(ctx, serverId, channelId);
  if (!found.isHere) return null;
  const { name, missing } = found;
  return {
    reason: 'missingPermission',
    details: { place: name === null ? `<#${channelId}>` : `#${name}` },
    missingPermissions: missing,
    action: { kind: 'grantPermissions', path: null, targetId: channelId },
  };
}

/**
 * Hundreds of servers may refuse messages about one stream, and each request to Discord delays a message. So we ask
 * Discord only if the gateway's state does not explain the refusal.
 */
async function describeRefusal(
  ctx: Ctx,
  serverId: ServerId,
  channelId: ChannelId,
): Promise<{ name: string | null; missing: readonly string[]; isHere: boolean }> {
  const state = (await findServerStates(ctx.db, [serverId])).get(serverId);
  if (!state) return await describeChannel(ctx, serverId, channelId);
  const lackIn = (channels: ReadonlyMap<ChannelId, ServerChannel>) => ({
    name: channels.get(channelId)?.name ?? null,
    missing: missingIn(ctx, { ...state, channels }, channelId) ?? [],
    isHere: true,
  });
  const told = lackIn(state.channels);
  if (told.missing.length > 0) return told;
  const ask = async () => {
    const channels = await readChannels(ctx, serverId);
    return lackIn(new Map(channels.map((channel) => [channel.id, channel])));
  };
  try {
    // After another refusal in the same server, the cache may already have a fresh answer.
    const believed = await ask();
    if (believed.missing.length > 0) return believed;
    await forgetFacts(ctx, serverId);
    return await ask();
  } catch (error) {
    // The bot was removed. Discord refuses that with the same error.
    if (error instanceof AppError && error.code === 'serverNotFound') return { ...told, isHere: false };
    throw error;
  }
}
