import { hasFlag, type RoleId, type ServerId } from '@tally/contract';
import { type Answer, type ComponentCall, privately } from '@tally/discord/interactions';
import { AppError, type Ctx, say, UpstreamError, withCaller } from '@tally/kernel';
import { planOf, requireGivableRole } from '../../servers/index.ts';
import { isEveryone } from '../render/message.ts';
import { findStreamerById } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';

/**
 * Gives the person the ping role, or takes it off. The button may be years old: what counts is what the streamer's
 * owner wants now, and it never gives another role than the one that this streamer pings.
 */
export async function togglePing(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const found = call.serverId ? await findRole(ctx, call.serverId, call.args[0] ?? '') : null;
  if (!found) return privately(say(ctx.locale, 'notifications.notifyMeGone'));
  const { streamer, roleId } = found;
  const about = { serverId: streamer.serverId, userId: call.userId, roleId };
  const has = call.roleIds.includes(roleId);
  try {
    if (has) await ctx.discord.members.takeRole(about);
    else {
      // People give this role to themselves, so only the bot's own position matters.
      await requireGivableRole(withCaller(ctx, { kind: 'system' }), streamer.serverId, { field: '', id: roleId });
      await ctx.discord.members.giveRole(about);
    }
  } catch (error) {
    return privately(refusal(ctx, error));
  }
  return privately(say(ctx.locale, `notifications.notifyMe${has ? 'Off' : 'On'}`, { name: streamer.name }));
}

const isRowId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);

async function findRole(
  ctx: Ctx,
  serverId: ServerId,
  streamerId: string,
): Promise<{ streamer: StreamerRow; roleId: RoleId } | null> {
  const streamer = isRowId(streamerId) ? await findStreamerById(ctx.db, streamerId) : null;
  if (streamer?.serverId !== serverId) return null;
  const { pingRoleId, showNotifyButton } = streamer.settings;
  if (!showNotifyButton || !pingRoleId || isEveryone(streamer, pingRoleId)) return null;
  const { bitfield } = await planOf(ctx, serverId);
  return hasFlag(bitfield, 'NotificationPingRoleId') ? { streamer, roleId: pingRoleId } : null;
}

/** Only somebody else can repair this, so the person is told whom to ask. */
function refusal(ctx: Ctx, error: unknown): string {
  if (error instanceof AppError && error.code === 'invalidFields') {
    const why = error.fields.map((sentence) => sentence.replace(/^: /, '')).join(' ');
    return say(ctx.locale, 'notifications.notifyMeRole', { why });
  }
  if (error instanceof UpstreamError && (error.kind === 'denied' || error.kind === 'gone')) {
    return say(ctx.locale, 'notifications.notifyMeDenied');
  }
  throw error;
}
