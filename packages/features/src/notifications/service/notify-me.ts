import { hasFlag, type RoleId, type ServerId } from '@tally/contract';
import { type Answer, type ComponentCall, privately } from '@tally/discord/interactions';
import { AppError, type Ctx, say, UpstreamError, withCaller } from '@tally/kernel';
import { isEveryone } from '@tally/message/discord';
import { carryOutNow, claimRoles, dropClaims, type MemberKey } from '@tally/pipeline/roles';
import { requireGivableRole } from '../../places/index.ts';
import { planOf } from '../../servers/index.ts';
import { listStreamersById, type StreamerRow } from '../../streamers/index.ts';

const KIND = 'notifications/notify-me';

/**
 * Gives the person the ping role, or removes it. The button may be years old, so the streamer's current settings count.
 * Only the role that this streamer pings can be given.
 */
export async function togglePing(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const found = call.serverId ? await findRole(ctx, call.serverId, call.args[0] ?? '') : null;
  if (!found) return privately(say(ctx.locale, 'notifications.notifyMeGone'));
  const { streamer, roleId } = found;
  const { serverId } = streamer;
  const has = call.roleIds.includes(roleId);
  if (!has) {
    // People give this role to themselves, so only the bot's own position in the role list matters.
    const why = await whyNotGivable(withCaller(ctx, { kind: 'system' }), serverId, roleId);
    if (why) return privately(say(ctx.locale, 'notifications.notifyMeRole', { why }));
  }
  const done = await carryOutOrder(ctx, { serverId, userId: call.userId, roleId }, has ? 'taken' : 'given');
  const words = { done: has ? 'notifyMeOff' : 'notifyMeOn', later: 'notifyMeSoon', refused: 'notifyMeDenied' } as const;
  return privately(say(ctx.locale, `notifications.${words[done]}`, { name: streamer.name }));
}

interface Wanted extends MemberKey {
  readonly roleId: RoleId;
}

async function carryOutOrder(ctx: Ctx, about: Wanted, wish: 'given' | 'taken'): Promise<'done' | 'later' | 'refused'> {
  const { serverId, userId, roleId } = about;
  await ctx.db.transaction((tx) => claimRoles(ctx, tx, [{ ...about, kind: KIND, wish }], { isAwaited: true }));
  try {
    const outcome = await carryOutNow(ctx, { serverId, userId, roleIds: [roleId] });
    if (outcome === 'busy') return 'later';
    if (outcome !== 'left' && !outcome.refused.has(roleId)) return 'done';
  } catch (error) {
    if (!(error instanceof UpstreamError) || (error.kind !== 'limited' && error.kind !== 'down')) throw error;
    return 'later';
  }
  // The person has seen the failure. A retry tomorrow would reverse their next click.
  await ctx.db.transaction((tx) =>
    dropClaims(ctx, tx, { kinds: [KIND], serverId, userIds: [userId], roleIds: [roleId] }),
  );
  return 'refused';
}

/** The person cannot fix this, so the answer says what a manager must fix. */
async function whyNotGivable(ctx: Ctx, serverId: ServerId, roleId: RoleId): Promise<string | null> {
  try {
    await requireGivableRole(ctx, serverId, { field: '', id: roleId });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalidFields') throw error;
    return error.fields.map((sentence) => sentence.replace(/^: /, '')).join(' ');
  }
}

const isRowId = (text: string): boolean => /^[0-9a-f-]{36}$/.test(text);

async function findRole(
  ctx: Ctx,
  serverId: ServerId,
  streamerId: string,
): Promise<{ streamer: StreamerRow; roleId: RoleId } | null> {
  const [streamer] = isRowId(streamerId) ? await listStreamersById(ctx.db, [streamerId]) : [];
  if (streamer?.serverId !== serverId) return null;
  const { pingRoleId, showNotifyButton } = streamer.settings;
  if (!showNotifyButton || !pingRoleId || isEveryone(streamer.serverId, pingRoleId)) return null;
  const { bitfield } = await planOf(ctx, serverId);
  return hasFlag(bitfield, 'NotificationPingRoleId') ? { streamer, roleId: pingRoleId } : null;
}
