import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { type RolePlace, readSettings } from '../../settings/index.ts';
import { listNames } from '../match.ts';
import { clearRole, listRules } from '../store/rules.ts';
import { forgetRules } from './rules.ts';

/** Lists the roles that rules give and take, but not a rule's own role, without which the rule could not exist. */
export async function roleLists(ctx: Ctx, serverId: ServerId): Promise<RolePlace[]> {
  const what = { say: 'linkedRoles.what' } as const;
  const read = readSettings(ctx, serverId, ['linkedRoles']);
  return (await listRules(ctx.db, serverId)).flatMap(({ roleId: ruleId, ...rule }) => {
    const named = new Set(listNames.flatMap((name) => rule[name]));
    return [...named].map((roleId) => ({
      roleId,
      what,
      path: '/manage?tab=roles',
      read,
      takeOff: async (tx) => {
        const isGone = await clearRole(tx, { serverId, ruleId, roleId });
        await forgetRules(ctx, serverId);
        return isGone;
      },
    }));
  });
}
