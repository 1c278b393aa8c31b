import type { AutoLiveRole, ChannelId, GuildRoleList, RoleId, ServerId, StatusRole } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, countDistinct, eq, notInArray, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { type AutoLiveRow, autoLiveRoles, logs, type StatusRow, statusRoles } from '../tables.ts';

const tables = { autoLiveRoles, statusRoles } as const;

/** Lists the oldest roles first, because a smaller plan pauses the newest. */
export async function listAutoLive(db: Db, serverId: ServerId): Promise<AutoLiveRow[]> {
  const { addedAt, roleId } = autoLiveRoles;
  return db.select().from(autoLiveRoles).where(eq(autoLiveRoles.serverId, serverId)).orderBy(asc(addedAt), asc(roleId));
}

export async function listStatus(db: Db, serverId: ServerId): Promise<StatusRow[]> {
  const { addedAt, roleId } = statusRoles;
  return db.select().from(statusRoles).where(eq(statusRoles.serverId, serverId)).orderBy(asc(addedAt), asc(roleId));
}

/** Saves a role. One that exists keeps its creation date. */
export async function saveAutoLive(tx: SettingsTx, serverId: ServerId, { roleId, filter }: AutoLiveRole, at: Date) {
  await tx
    .insert(autoLiveRoles)
    .values({ serverId, roleId, filter, addedAt: at })
    .onConflictDoUpdate({ target: [autoLiveRoles.serverId, autoLiveRoles.roleId], set: { filter } });
}

export async function saveStatus(tx: SettingsTx, serverId: ServerId, { roleId, ...rest }: StatusRole, at: Date) {
  const row = { texts: rest.texts, keepOnOffline: rest.keepOnOffline, filter: rest.filter };
  await tx
    .insert(statusRoles)
    .values({ serverId, roleId, ...row, addedAt: at })
    .onConflictDoUpdate({ target: [statusRoles.serverId, statusRoles.roleId], set: row });
}

export async function deleteRule(
  tx: SettingsTx,
  serverId: ServerId,
  list: GuildRoleList,
  roleId: RoleId,
): Promise<boolean> {
  const table = tables[list];
  const gone = await tx
    .delete(table)
    .where(and(eq(table.serverId, serverId), eq(table.roleId, roleId)))
    .returning({ roleId: table.roleId });
  return gone.length > 0;
}

export async function deleteRulesExcept(
  tx: SettingsTx,
  serverId: ServerId,
  list: GuildRoleList,
  kept: readonly RoleId[],
): Promise<void> {
  const table = tables[list];
  const others = kept.length > 0 ? notInArray(table.roleId, [...kept]) : undefined;
  await tx.delete(table).where(and(eq(table.serverId, serverId), others));
}

export interface LogChannels {
  readonly autoLiveChannelId: ChannelId | null;
  readonly statusChannelId: ChannelId | null;
}

export async function findLogChannels(db: Db, serverId: ServerId): Promise<LogChannels> {
  const [row] = await db.select().from(logs).where(eq(logs.serverId, serverId));
  return row ?? { autoLiveChannelId: null, statusChannelId: null };
}

export async function saveLogChannels(tx: SettingsTx, serverId: ServerId, change: Partial<LogChannels>): Promise<void> {
  await tx
    .insert(logs)
    .values({ serverId, ...change })
    .onConflictDoUpdate({ target: logs.serverId, set: change });
}

/** Lists servers with a role that depends on presences. */
export async function listConcerned(db: Db): Promise<ServerId[]> {
  const { rows } = await db.execute<{ server_id: ServerId }>(
    sql`select server_id from auto_live_roles union select server_id from status_roles`,
  );
  return rows.map((row) => row.server_id);
}

export const countStatusRoles = async (db: Db): Promise<number> => await db.$count(statusRoles);

export async function forgetRules(tx: Db, serverId: ServerId): Promise<void> {
  for (const table of [autoLiveRoles, statusRoles, logs]) await tx.delete(table).where(eq(table.serverId, serverId));
}

/** Counts the servers that use each kind of role. */
export async function countServers(db: Db, table: typeof autoLiveRoles | typeof statusRoles): Promise<number> {
  const [row] = await db.select({ total: countDistinct(table.serverId) }).from(table);
  return row?.total ?? 0;
}
