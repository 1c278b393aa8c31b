import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type RolePlace, readSettings } from '../../settings/index.ts';
import { clearRole, findSettings } from '../store/places.ts';

export async function birthdayRoles(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  const roleId = (await findSettings(ctx.db, serverId))?.roleId;
  if (!roleId) return [];
  const takeOff: RolePlace['takeOff'] = async (tx) => await clearRole(tx, serverId, roleId);
  const read = readSettings(ctx, serverId, ['birthdayRoleId']);
  return [{ roleId, what: { say: 'birthday.theRole' }, path: '/birthday', takeOff, read }];
}
