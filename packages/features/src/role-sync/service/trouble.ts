import type { ErrorReason, RoleId, ServerId, UserId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { roleFindings } from '@tally/discord/permissions';
import type { Ctx } from '@tally/kernel';
import type { Cause } from './sync.ts';

export function whatStops(reason: ErrorReason): Cause {
  if (reason === 'unknownRole') return 'roleGone';
  if (reason === 'roleManaged') return 'managed';
  return reason === 'missingPermission' ? 'noPermission' : 'aboveBot';
}

/** Whether a role stands above all roles of somebody. What the gateway has not told yet is not in the way. */
export async function isAbove(ctx: Ctx, serverId: ServerId, roleId: RoleId, userId: UserId): Promise<boolean> {
  const state = (await findServerStates(ctx.db, [serverId])).get(serverId);
  const role = state?.roles.get(roleId);
  if (!state || !role || state.ownerId === userId) return false;
  const { roleIds } = await ctx.discord.members.get({ serverId, userId });
  const actor = { userId, roleIds };
  return roleFindings(role, { server: state, bot: actor, actor }).includes('position_member');
}
