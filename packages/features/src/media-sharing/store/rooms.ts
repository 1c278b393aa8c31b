import type { MediaCommandPermission, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, or, sql } from '@tally/infra/sql';
import { type RoomRow, rooms } from '../tables.ts';

export const MEDIA_CHANNEL = 'tally_media';

/** Sends a call to every process, because any of them may have the room's pages open. */
export async function callOut(db: Db, call: string): Promise<void> {
  await db.execute(sql`select pg_notify(${MEDIA_CHANNEL}, ${call})`);
}

export async function findRoom(db: Db, ownerId: UserId): Promise<RoomRow | null> {
  const [row] = await db.select().from(rooms).where(eq(rooms.ownerId, ownerId));
  return row ?? null;
}

/** Finds a room by its name, or by its owner's id, which never changes. */
export async function findRoomNamed(db: Db, name: string): Promise<RoomRow | null> {
  const [row] = await db
    .select()
    .from(rooms)
    .where(or(eq(rooms.name, name.toLowerCase()), eq(rooms.ownerId, name as UserId)))
    .orderBy(sql`${rooms.name} = ${name.toLowerCase()} desc`)
    .limit(1);
  return row ?? null;
}

export async function findRoomByAddress(db: Db, addressHash: string): Promise<RoomRow | null> {
  const [row] = await db.select().from(rooms).where(eq(rooms.addressHash, addressHash));
  return row ?? null;
}

/** Lists rooms that are on and whose name contains these letters. Names that begin with them come first. */
export async function listOpenRooms(
  db: Db,
  { letters, limit }: { readonly letters: string; readonly limit: number },
): Promise<{ ownerId: UserId; name: string }[]> {
  return await db
    .select({ ownerId: rooms.ownerId, name: rooms.name })
    .from(rooms)
    .where(and(eq(rooms.enabled, true), sql`position(${letters.toLowerCase()} in ${rooms.name}) > 0`))
    .orderBy(sql`position(${letters.toLowerCase()} in ${rooms.name})`, rooms.name)
    .limit(limit);
}

export async function insertRoom(tx: Db, ownerId: UserId, name: string): Promise<void> {
  const row = { ownerId, settings: {}, permissions: [], version: 1, paused: false, failures: 0 };
  await tx
    .insert(rooms)
    .values({ ...row, name })
    .onConflictDoNothing();
}

export async function isNameTaken(tx: Db, name: string): Promise<boolean> {
  const found = await tx.select({ id: rooms.ownerId }).from(rooms).where(eq(rooms.name, name));
  return found.length > 0;
}

/** Locks the room for a change of the queue or the player, until the transaction ends. */
export async function lockRoom(tx: Db, ownerId: UserId): Promise<RoomRow | null> {
  const [row] = await tx.select().from(rooms).where(eq(rooms.ownerId, ownerId)).for('no key update');
  return row ?? null;
}

export async function changeRoom(tx: Db, ownerId: UserId, change: Partial<Omit<RoomRow, 'ownerId'>>): Promise<void> {
  await tx.update(rooms).set(change).where(eq(rooms.ownerId, ownerId));
}

export async function saveSettings(
  tx: Db,
  ownerId: UserId,
  change: {
    readonly enabled?: boolean | null;
    readonly settings?: unknown;
    readonly permissions?: readonly MediaCommandPermission[];
    readonly password?: string | null;
  },
): Promise<void> {
  await tx.update(rooms).set(change).where(eq(rooms.ownerId, ownerId));
}

/** Gives the room a new version, so players and pages show the new state. */
export async function raiseVersion(tx: Db, ownerId: UserId): Promise<void> {
  await tx
    .update(rooms)
    .set({ version: sql`${rooms.version} + 1` })
    .where(eq(rooms.ownerId, ownerId));
}

/** Stops waiting for a click, because the blocked video has ended. A hidden scene stays hidden. */
export async function releasePress(tx: Db, ownerId: UserId): Promise<void> {
  await tx
    .update(rooms)
    .set({ heldBy: null })
    .where(and(eq(rooms.ownerId, ownerId), eq(rooms.heldBy, 'blocked')));
}

export async function deleteRoom(tx: Db, ownerId: UserId): Promise<void> {
  await tx.delete(rooms).where(eq(rooms.ownerId, ownerId));
}
