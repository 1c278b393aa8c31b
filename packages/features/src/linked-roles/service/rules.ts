import type { LinkedRole, ServerId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { knownSet } from '@tally/infra/cache';
import { type Ctx, minutes } from '@tally/kernel';
import { type Excess, planOf, type ServerPlan } from '../../servers/index.ts';
import { eachList } from '../match.ts';
import { listConcerned, listRules } from '../store/rules.ts';
import type { Rule } from '../tables.ts';

const BELIEVED_MS = minutes(5);
const key = (word: string): string => `linked-roles/${word}`;

export const asRule = (rule: Rule): LinkedRole => ({ roleId: rule.roleId, ...eachList((name) => rule[name]) });

export const mostRules = async (ctx: Ctx, serverId: ServerId): Promise<number> =>
  (await planOf(ctx, serverId)).limits.maxLinkedRoles;

/** Lists servers with rules. Most servers have none, so we ignore changes of their members. */
export const { list: concernedServers, peek: peekConcerned } = knownSet<ServerId>(key('servers'), BELIEVED_MS, (ctx) =>
  listConcerned(ctx.db),
);

/** Lists the active rules. If the plan allows fewer, the newest ones are paused. */
export const rulesInForce = async (ctx: Ctx, serverId: ServerId): Promise<readonly LinkedRole[]> =>
  await ctx.cache.get(key(`${serverId}/rules`), BELIEVED_MS, async () =>
    (await listRules(ctx.db, serverId)).slice(0, await mostRules(ctx, serverId)).map(asRule),
  );

export async function forgetRules(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.cache.forget(key('servers'), key(`${serverId}/rules`));
}

/** Lists the rules that a smaller plan would pause, newest first. */
export async function listExceeding(ctx: Ctx, serverId: ServerId, plan: ServerPlan): Promise<readonly Excess[]> {
  const over = (await listRules(ctx.db, serverId)).slice(plan.limits.maxLinkedRoles).toReversed();
  if (over.length === 0) return [];
  const state = (await findServerStates(ctx.db, [serverId])).get(serverId);
  return over.map(({ roleId }) => ({
    addon: 'LinkedRoles' as const,
    id: roleId,
    name: state?.roles.get(roleId)?.name ?? roleId,
  }));
}
