import type { Override, QuietHours, RoleId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type AnyPgColumn, and, asc, countDistinct, desc, eq, notInArray, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { type OverrideRow, overrides, rules } from '../tables.ts';

/** Binds one array for any number of servers, because a fan-out passes thousands at once. */
const isOneOf = (column: AnyPgColumn, serverIds: readonly ServerId[]) =>
  sql`${column} = any(${sql.param([...serverIds])}::text[])`;

/** Lists a server's overrides, highest priority first. */
export async function listOverrides(db: Db, serverId: ServerId): Promise<OverrideRow[]> {
  return db.select().from(overrides).where(eq(overrides.serverId, serverId)).orderBy(desc(overrides.priority));
}

/** Loads overrides of many servers in one query. Each server's are in order, oldest first. */
export async function listOverridesOf(db: Db, serverIds: readonly ServerId[]): Promise<OverrideRow[]> {
  if (serverIds.length === 0) return [];
  return db
    .select()
    .from(overrides)
    .where(isOneOf(overrides.serverId, serverIds))
    .orderBy(asc(overrides.addedAt), asc(overrides.priority));
}

/** Saves an override. An existing one keeps its age. */
export async function saveOverride(
  tx: SettingsTx,
  serverId: ServerId,
  override: Override,
  addedAt: Date,
): Promise<void> {
  const { priorityOnConflict: priority, overrideChannelId, overridePingRoleId, ...rest } = override;
  const values = { ...rest, channelId: overrideChannelId, pingRoleId: overridePingRoleId };
  await tx
    .insert(overrides)
    .values({ serverId, priority, addedAt, ...values })
    .onConflictDoUpdate({ target: [overrides.serverId, overrides.priority], set: values });
}

export async function changePriority(
  tx: SettingsTx,
  serverId: ServerId,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx
    .update(overrides)
    .set({ priority: to })
    .where(and(eq(overrides.serverId, serverId), eq(overrides.priority, from)));
}

/** Removes only this role, because the owner may have chosen another one since. False if no override pings it. */
export async function clearRole(tx: SettingsTx, serverId: ServerId, roleId: RoleId): Promise<boolean> {
  const rows = await tx
    .update(overrides)
    .set({ pingRoleId: null })
    .where(and(eq(overrides.serverId, serverId), eq(overrides.pingRoleId, roleId)))
    .returning({ priority: overrides.priority });
  return rows.length > 0;
}

export async function deleteOverride(tx: SettingsTx, serverId: ServerId, priority: number): Promise<void> {
  await tx.delete(overrides).where(and(eq(overrides.serverId, serverId), eq(overrides.priority, priority)));
}

export async function deleteOverridesExcept(
  tx: SettingsTx,
  serverId: ServerId,
  kept: readonly number[],
): Promise<void> {
  const others = kept.length > 0 ? notInArray(overrides.priority, [...kept]) : undefined;
  await tx.delete(overrides).where(and(eq(overrides.serverId, serverId), others));
}

export interface RulesRow {
  readonly serverId: ServerId;
  readonly onlyOverrides: boolean;
  readonly quietHours: QuietHours | null;
}

export async function listRules(db: Db, serverIds: readonly ServerId[]): Promise<RulesRow[]> {
  if (serverIds.length === 0) return [];
  return db.select().from(rules).where(isOneOf(rules.serverId, serverIds));
}

export async function saveRules(
  tx: SettingsTx,
  serverId: ServerId,
  change: Partial<Omit<RulesRow, 'serverId'>>,
): Promise<void> {
  await tx
    .insert(rules)
    .values({ serverId, ...change })
    .onConflictDoUpdate({ target: rules.serverId, set: change });
}

export async function forgetRules(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(overrides).where(eq(overrides.serverId, serverId));
  await tx.delete(rules).where(eq(rules.serverId, serverId));
}

export async function countServers(db: Db): Promise<number> {
  const [row] = await db.select({ total: countDistinct(overrides.serverId) }).from(overrides);
  return row?.total ?? 0;
}
