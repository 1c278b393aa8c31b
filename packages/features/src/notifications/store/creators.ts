import type { RoleId, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, gt } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { broadcasts, type CreatorRow, creators } from '../tables.ts';

export async function listCreators(db: Db, servers: ServerId | readonly ServerId[]): Promise<CreatorRow[]> {
  return db
    .select()
    .from(creators)
    .where(anyOf(creators.serverId, [servers].flat()))
    .orderBy(asc(creators.createdAt), asc(creators.id));
}

export async function listCreatorsById(db: Db, ids: readonly string[]): Promise<CreatorRow[]> {
  if (ids.length === 0) return [];
  return db.select().from(creators).where(anyOf(creators.id, ids));
}

export async function findCreator(db: Db, serverId: ServerId, id: string): Promise<CreatorRow | null> {
  const [row] = await db
    .select()
    .from(creators)
    .where(and(eq(creators.serverId, serverId), eq(creators.id, id)));
  return row ?? null;
}

/**
 * Locks these creators, so two platforms that go live at the same instant are decided one after the other. The fixed
 * order of the ids prevents deadlocks.
 */
export async function lockCreators(tx: Db, ids: readonly string[]): Promise<CreatorRow[]> {
  if (ids.length === 0) return [];
  return tx.select().from(creators).where(anyOf(creators.id, ids)).orderBy(asc(creators.id)).for('update');
}

export async function insertCreator(tx: SettingsTx, row: typeof creators.$inferInsert): Promise<CreatorRow> {
  const [inserted] = await tx.insert(creators).values(row).returning();
  return inserted as CreatorRow;
}

export async function updateCreator(
  tx: SettingsTx,
  id: string,
  change: Partial<typeof creators.$inferInsert>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.update(creators).set(change).where(eq(creators.id, id));
}

/** Removes only this role, because the owner may have chosen another one since. False if the role is no longer set. */
export async function clearRole(tx: SettingsTx, id: string, roleId: RoleId): Promise<boolean> {
  const rows = await tx
    .update(creators)
    .set({ pingRoleId: null })
    .where(and(eq(creators.id, id), eq(creators.pingRoleId, roleId)))
    .returning({ id: creators.id });
  return rows.length > 0;
}

/** Returns false if the creator already has this state. */
export async function closeRoom(tx: Db, id: string, isRoomClosed: boolean): Promise<boolean> {
  const rows = await tx
    .update(creators)
    .set({ isRoomClosed })
    .where(and(eq(creators.id, id), eq(creators.isRoomClosed, !isRoomClosed)))
    .returning({ id: creators.id });
  return rows.length > 0;
}

/** Lists servers in which the bot may not post in a creator's own channel, ordered by id. */
export async function pageClosed(db: Db, after: ServerId | null, limit: number): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: creators.serverId })
    .from(creators)
    .where(and(eq(creators.isRoomClosed, true), after === null ? undefined : gt(creators.serverId, after)))
    .orderBy(asc(creators.serverId))
    .limit(limit);
  return rows.map((row) => row.serverId);
}

export async function deleteCreator(tx: SettingsTx, id: string): Promise<void> {
  await tx.delete(creators).where(eq(creators.id, id));
}

export async function forgetCreators(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(broadcasts).where(eq(broadcasts.serverId, serverId));
  await tx.delete(creators).where(eq(creators.serverId, serverId));
}
