import { type LinkedRole, LinkedRoleBody, type RoleId, type ServerId } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { checkChoices } from '../../places/index.ts';
import { changeInList } from '../../settings/index.ts';
import { eachList, listNames, listPairs } from '../match.ts';
import { deleteRule, listRules, saveRule as putRule } from '../store/rules.ts';
import type { Rule } from '../tables.ts';
import { baselineSoon } from './queue.ts';
import { dropOrders } from './role-owner.ts';
import { asRule, forgetRules, mostRules } from './rules.ts';

/** Rules have this name on the wire. */
const WHAT = 'linkedRoles';

/** Completes a rule: missing lists keep their saved value, or are empty in a new rule. */
export const wholeRule = (body: LinkedRoleBody, former?: LinkedRole): LinkedRole => ({
  roleId: body.roleId,
  ...eachList((name) => [...new Set(body[name] ?? former?.[name] ?? [])]),
});

/** Refuses a rule that can never take effect. `path` precedes the field names if the body has several rules. */
export function checkRule(ctx: Ctx, rule: LinkedRole, path = ''): void {
  const refuse = (field: string, key: 'own' | 'both' | 'nothing') =>
    new AppError('invalidFields', {}, [`${path}${field}: ${say(ctx.locale, `linkedRoles.${key}`)}`]);
  if (listNames.every((name) => rule[name].length === 0)) throw refuse('onAddRolesToAdd', 'nothing');
  for (const name of listNames) if (rule[name].includes(rule.roleId)) throw refuse(name, 'own');
  for (const [give, take] of listPairs) {
    if (rule[give].some((roleId) => rule[take].includes(roleId))) throw refuse(take, 'both');
  }
}

/** Adds a rule, or replaces the rule of role `which`. By default, that is the body's own role. */
export async function saveRule(
  ctx: Ctx,
  serverId: ServerId,
  {
    body,
    which = body.roleId,
    version,
  }: { body: LinkedRoleBody; which?: RoleId | undefined; version?: string | undefined },
): Promise<void> {
  const most = await mostRules(ctx, serverId);
  const find = (rules: readonly Rule[], roleId: RoleId) => rules.find((each) => each.roleId === roleId);
  const known = find(await listRules(ctx.db, serverId), which);
  const rule = wholeRule(body, known && asRule(known));
  checkRule(ctx, rule);
  await checkChoices(ctx, serverId, { schema: LinkedRoleBody, value: rule });
  await changeInList(ctx, serverId, { what: WHAT, key: which, version }, async (tx) => {
    const rules = await listRules(tx, serverId);
    const former = find(rules, which);
    const isMoved = which !== rule.roleId;
    if (isMoved && !former) throw new AppError('linkedRuleNotFound');
    if (isMoved && find(rules, rule.roleId)) throw new AppError('linkedRuleTaken');
    if (!former && rules.length >= most) throw new AppError('planLimit', { limit: most, what: 'linkedRoles' });
    if (former && isMoved) await deleteRule(tx, serverId, former.roleId);
    await putRule(tx, serverId, rule, former?.addedAt ?? ctx.clock.now());
    await dropOrders(ctx, tx, serverId);
    await baselineSoon(ctx, serverId, tx);
  });
  await forgetRules(ctx, serverId);
}

export async function removeRule(
  ctx: Ctx,
  serverId: ServerId,
  { roleId, version }: { roleId: RoleId; version?: string | undefined },
): Promise<void> {
  await changeInList(ctx, serverId, { what: WHAT, key: roleId, version }, async (tx) => {
    const former = (await listRules(tx, serverId)).find((each) => each.roleId === roleId);
    if (!former) throw new AppError('linkedRuleNotFound');
    await deleteRule(tx, serverId, roleId);
    await dropOrders(ctx, tx, serverId);
  });
  await forgetRules(ctx, serverId);
}
