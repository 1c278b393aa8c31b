import type { ChannelId, LinkedRole, RoleId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, notInArray, or, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { eachList, listNames } from '../match.ts';
import { baselines, logs, type Rule, rules } from '../tables.ts';

/** Lists the oldest rules first, because a smaller plan pauses the newest. */
export async function listRules(db: Db, serverId: ServerId): Promise<Rule[]> {
  return await db
    .select()
    .from(rules)
    .where(eq(rules.serverId, serverId))
    .orderBy(asc(rules.addedAt), asc(rules.roleId));
}

/** Saves a rule. One that exists keeps its creation date. */
export async function saveRule(tx: SettingsTx, serverId: ServerId, rule: LinkedRole, at: Date): Promise<void> {
  const { roleId, ...lists } = rule;
  await tx
    .insert(rules)
    .values({ serverId, roleId, ...lists, addedAt: at })
    .onConflictDoUpdate({ target: [rules.serverId, rules.roleId], set: lists });
}

/** Removes the role from every list of this rule. Returns false if no list contained it. */
export async function clearRole(
  tx: SettingsTx,
  { serverId, ruleId, roleId }: { serverId: ServerId; ruleId: RoleId; roleId: RoleId },
): Promise<boolean> {
  const isNamed = or(...listNames.map((name) => sql`${roleId} = any(${rules[name]})`));
  const rows = await tx
    .update(rules)
    .set(eachList((name) => sql`array_remove(${rules[name]}, ${roleId})`))
    .where(and(eq(rules.serverId, serverId), eq(rules.roleId, ruleId), isNamed))
    .returning({ roleId: rules.roleId });
  return rows.length > 0;
}

export async function deleteRule(tx: SettingsTx, serverId: ServerId, roleId: RoleId): Promise<void> {
  for (const table of [rules, baselines])
    await tx.delete(table).where(and(eq(table.serverId, serverId), eq(table.roleId, roleId)));
}

export async function deleteRulesExcept(tx: SettingsTx, serverId: ServerId, kept: readonly RoleId[]): Promise<void> {
  for (const table of [rules, baselines]) {
    const others = kept.length > 0 ? notInArray(table.roleId, [...kept]) : undefined;
    await tx.delete(table).where(and(eq(table.serverId, serverId), others));
  }
}

export async function listConcerned(db: Db): Promise<ServerId[]> {
  return (await db.selectDistinct({ serverId: rules.serverId }).from(rules)).map((row) => row.serverId);
}

export async function listBaselines(db: Db, serverId: ServerId): Promise<RoleId[]> {
  const rows = await db.select({ roleId: baselines.roleId }).from(baselines).where(eq(baselines.serverId, serverId));
  return rows.map(({ roleId }) => roleId);
}

export async function addBaselines(tx: Db, serverId: ServerId, roleIds: readonly RoleId[], at: Date): Promise<void> {
  if (roleIds.length === 0) return;
  await tx
    .insert(baselines)
    .values(roleIds.map((roleId) => ({ serverId, roleId, at })))
    .onConflictDoNothing();
}

export async function findLogChannel(db: Db, serverId: ServerId): Promise<ChannelId | null> {
  const [row] = await db.select().from(logs).where(eq(logs.serverId, serverId));
  return row?.channelId ?? null;
}

export async function saveLogChannel(tx: SettingsTx, serverId: ServerId, channelId: ChannelId | null): Promise<void> {
  await tx
    .insert(logs)
    .values({ serverId, channelId })
    .onConflictDoUpdate({ target: logs.serverId, set: { channelId } });
}
