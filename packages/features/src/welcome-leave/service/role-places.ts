import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type RolePlace, readSettings } from '../../settings/index.ts';
import { clearRole, findSettings } from '../store/settings.ts';
import { forgetActive } from './arrive.ts';

/** Returns the place in the settings that names the role for new members. */
export async function arrivalRoles(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  const roleId = (await findSettings(ctx.db, serverId))?.welcomeRoleId;
  if (!roleId) return [];
  const takeOff: RolePlace['takeOff'] = async (tx) => {
    const isGone = await clearRole(tx, serverId, roleId);
    await forgetActive(ctx);
    return isGone;
  };
  const read = readSettings(ctx, serverId, ['welcomeRoleId']);
  return [{ roleId, what: { say: 'welcomeLeave.theRole' }, path: '/welcome-leave', takeOff, read }];
}
