import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { RolePlace } from '../../../settings/index.ts';
import { clearRole, listCreators } from '../../store/creators.ts';
import { readStanding } from './read.ts';

export async function creatorRoles(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  const read = readStanding(serverId);
  return (await listCreators(ctx.db, serverId)).flatMap(({ id, name, pingRoleId: roleId }) => {
    if (!roleId) return [];
    const takeOff: RolePlace['takeOff'] = async (tx) => await clearRole(tx, id, roleId);
    return [{ roleId, what: name, path: '/creators', read, takeOff }];
  });
}
