import type { Addon, RoleId, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { readState } from '@tally/pipeline/roles';
import type { Excess, ServerPlan } from '../../servers/index.ts';
import { listAutoLive, listStatus } from '../store/rules.ts';

/** Lists the rules that a smaller plan would pause, newest first. This is computed, not stored. */
export async function listExceeding(ctx: Ctx, serverId: ServerId, plan: ServerPlan): Promise<readonly Excess[]> {
  const [live, status, state] = [
    await listAutoLive(ctx.db, serverId),
    await listStatus(ctx.db, serverId),
    await readState(ctx, serverId),
  ];
  const asExcess = (addon: Addon, roles: readonly { readonly roleId: RoleId }[]): Excess[] =>
    roles
      .slice(plan.limits[`max${addon}`])
      .toReversed()
      .map(({ roleId }) => ({ addon, id: roleId, name: state?.roles.get(roleId)?.name ?? roleId }));
  return [...asExcess('AutoLiveRoles', live), ...asExcess('StatusRoles', status)];
}
