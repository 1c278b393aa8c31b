import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { RolePlace } from '../../servers/index.ts';
import { listCreators, takeOffRole } from '../store/creators.ts';

/** Whom the messages about this server's creators ping. */
export async function creatorRoles(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  return (await listCreators(ctx.db, serverId)).flatMap(({ id, name, pingRoleId: roleId }) =>
    roleId ? [{ roleId, what: name, path: '/creators', takeOff: async (tx) => await takeOffRole(tx, id, roleId) }] : [],
  );
}
