import type { RoleId, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, getTableColumns, inArray } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { places, type SettingsRow, settings } from '../tables.ts';

export async function listPlaces(db: Db, userId: UserId): Promise<ServerId[]> {
  const rows = await db.select().from(places).where(eq(places.userId, userId)).orderBy(asc(places.serverId));
  return rows.map((row) => row.serverId);
}

export async function addPlace(tx: Db, userId: UserId, serverId: ServerId): Promise<void> {
  await tx.insert(places).values({ userId, serverId }).onConflictDoNothing();
}

export async function removePlace(tx: Db, userId: UserId, serverId: ServerId): Promise<void> {
  await tx.delete(places).where(and(eq(places.userId, userId), eq(places.serverId, serverId)));
}

export async function setPlaces(tx: Db, userId: UserId, serverIds: readonly ServerId[]): Promise<void> {
  await tx.delete(places).where(eq(places.userId, userId));
  const rows = [...new Set(serverIds)].map((serverId) => ({ userId, serverId }));
  if (rows.length > 0) await tx.insert(places).values(rows);
}

export interface BirthdayServer extends SettingsRow {
  readonly userId: UserId;
}

/** Lists the servers that congratulate these people, with their settings. Servers with the feature off are left out. */
export async function listPlacesOf(db: Db, userIds: readonly UserId[]): Promise<BirthdayServer[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .select({ userId: places.userId, settings })
    .from(places)
    .innerJoin(settings, eq(settings.serverId, places.serverId))
    .where(and(inArray(places.userId, [...userIds]), eq(settings.enabled, true)));
  return rows.map((row) => ({ userId: row.userId, ...row.settings }));
}

const { serverId: _, ...columns } = getTableColumns(settings);
/** The columns of this table that hold a server's settings. */
export const settingColumns = Object.keys(columns) as (keyof typeof columns)[];

export async function findSettings(db: Db, serverId: ServerId): Promise<SettingsRow | null> {
  return (await listSettings(db, [serverId])).get(serverId) ?? null;
}

export async function listSettings(
  db: Db,
  serverIds: readonly ServerId[],
): Promise<ReadonlyMap<ServerId, SettingsRow>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.serverId, [...serverIds]));
  return new Map(rows.map((row) => [row.serverId, row]));
}

/** Removes this role, unless the owner has chosen another one since. Returns false if it was not set. */
export async function clearRole(tx: SettingsTx, serverId: ServerId, roleId: RoleId): Promise<boolean> {
  const rows = await tx
    .update(settings)
    .set({ roleId: null })
    .where(and(eq(settings.serverId, serverId), eq(settings.roleId, roleId)))
    .returning({ id: settings.serverId });
  return rows.length > 0;
}

export async function saveSettings(tx: SettingsTx, serverId: ServerId, change: Partial<SettingsRow>): Promise<void> {
  await tx
    .insert(settings)
    .values({ ...change, serverId })
    .onConflictDoUpdate({ target: settings.serverId, set: change });
}

export async function countServers(db: Db): Promise<number> {
  return await db.$count(settings, eq(settings.enabled, true));
}

export async function forgetSettings(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(settings).where(eq(settings.serverId, serverId));
  await tx.delete(places).where(eq(places.serverId, serverId));
}
