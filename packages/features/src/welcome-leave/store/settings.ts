import type { RoleId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, inArray, isNotNull, or } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { type Settings, welcomeLeave } from '../tables.ts';

export async function findSettings(db: Db, serverId: ServerId): Promise<Settings | null> {
  return (await listSettings(db, [serverId])).get(serverId) ?? null;
}

export async function listSettings(db: Db, serverIds: readonly ServerId[]): Promise<ReadonlyMap<ServerId, Settings>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(welcomeLeave)
    .where(inArray(welcomeLeave.serverId, [...serverIds]));
  return new Map(rows.map(({ serverId, ...settings }) => [serverId, settings]));
}

export async function saveSettings(tx: SettingsTx, serverId: ServerId, change: Partial<Settings>): Promise<void> {
  await tx
    .insert(welcomeLeave)
    .values({ serverId, ...change })
    .onConflictDoUpdate({ target: welcomeLeave.serverId, set: change });
}

/** Removes only this role, because the owner may have chosen another one since. False if the role is no longer set. */
export async function clearRole(tx: SettingsTx, serverId: ServerId, roleId: RoleId): Promise<boolean> {
  const rows = await tx
    .update(welcomeLeave)
    .set({ welcomeRoleId: null })
    .where(and(eq(welcomeLeave.serverId, serverId), eq(welcomeLeave.welcomeRoleId, roleId)))
    .returning({ id: welcomeLeave.serverId });
  return rows.length > 0;
}

export async function forgetSettings(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(welcomeLeave).where(eq(welcomeLeave.serverId, serverId));
}

/** Lists servers in which an arrival or departure has an effect. */
export async function listActiveServers(db: Db): Promise<ServerId[]> {
  const { serverId, welcomeEnabled, leaveEnabled, welcomeRoleId } = welcomeLeave;
  const rows = await db
    .select({ serverId })
    .from(welcomeLeave)
    .where(or(eq(welcomeEnabled, true), eq(leaveEnabled, true), isNotNull(welcomeRoleId)));
  return rows.map((row) => row.serverId);
}

/** Counts the servers that greet or say goodbye. */
export async function countServers(db: Db): Promise<number> {
  return await db.$count(welcomeLeave, or(eq(welcomeLeave.welcomeEnabled, true), eq(welcomeLeave.leaveEnabled, true)));
}
