import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type RolePlace, readSettings } from '../../settings/index.ts';
import { clearRole, listOverrides } from '../store/overrides.ts';

export async function overrideRoles(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  const read = readSettings(ctx, serverId, ['notificationOverrides']);
  return (await listOverrides(ctx.db, serverId)).flatMap(({ pingRoleId: roleId }) =>
    roleId
      ? [
          {
            roleId,
            what: { say: 'overrides.theRole' },
            path: '/overrides',
            read,
            takeOff: async (tx) => await clearRole(tx, serverId, roleId),
          },
        ]
      : [],
  );
}
