import type { RoleId, ServerId } from '@tally/contract';
import { type Answer, type Call, holdsPermissions } from '@tally/discord/interactions';
import { listPermissions } from '@tally/discord/permissions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { channelsSeenBy } from '../../places/index.ts';
import { rolesOf } from '../render/index.ts';
import type { Seer } from '../service/entry/find.ts';
import { findSettings } from '../store/settings.ts';

/** Allows a command only for the server's managers and for members with a role that may run giveaways. */
export const byManagers =
  <C extends Call>(run: (ctx: Ctx, call: C) => Promise<Answer>) =>
  async (ctx: Ctx, call: C): Promise<Answer> => {
    const { isManager, managerRoles } = await rightsOf(ctx, call);
    if (isManager) return await run(ctx, call);
    const permissions = listPermissions(ctx.locale, ['ManageGuild']);
    const roles = rolesOf(managerRoles);
    const need = roles
      ? say(ctx.locale, 'giveaways.needsRightOrRole', { permissions, roles })
      : say(ctx.locale, 'commands.needsPermission', { permissions });
    throw new AppError('notAllowed', {}, [need]);
  };

/** Managers of the server see every giveaway. Others see giveaways in channels that they can read. */
export async function seerOf(ctx: Ctx, call: Call, serverId: ServerId): Promise<Seer> {
  const { isManager } = await rightsOf(ctx, call);
  if (manages(call)) return { serverId, isManager, sees: () => true };
  const { userId, roleIds } = call;
  return { serverId, isManager, sees: await channelsSeenBy(ctx, serverId, { userId, roleIds }) };
}

const manages = ({ permissions }: Call): boolean => holdsPermissions(permissions, ['ManageGuild']);

async function rightsOf(
  ctx: Ctx,
  call: Call,
): Promise<{ readonly isManager: boolean; readonly managerRoles: readonly RoleId[] }> {
  const managerRoles = call.serverId ? (await findSettings(ctx.db, call.serverId)).managerRoles : [];
  return { managerRoles, isManager: manages(call) || managerRoles.some((role) => call.roleIds.includes(role)) };
}
