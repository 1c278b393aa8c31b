import type { ServerId, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, desc, eq, inArray, lt, ne, sql } from '@tally/infra/sql';
import { type MoveFileRow, type MoveRow, moveFiles, moves } from './tables.ts';

const isOpen = inArray(moves.state, ['reading', 'ready']);

/** Counts the open lists of other people. No one else can start one until the transaction ends. */
export async function countOpenOfOthers(tx: Db, { serverId, userId }: Pick<MoveRow, 'serverId' | 'userId'>) {
  await lockOn(tx, `moves ${serverId}`);
  return await tx.$count(moves, and(eq(moves.serverId, serverId), ne(moves.userId, userId), isOpen));
}

/** Counts other people's lists for which we are still reading posts. */
export const countReadByOthers = async (tx: Db, { serverId, userId }: Pick<MoveRow, 'serverId' | 'userId'>) =>
  await tx.$count(
    moves,
    and(eq(moves.serverId, serverId), ne(moves.userId, userId), eq(moves.kind, 'posts'), eq(moves.state, 'reading')),
  );

/** Replaces this person's open list. */
export async function insertMove(tx: Db, row: MoveRow): Promise<void> {
  await tx.delete(moves).where(and(eq(moves.serverId, row.serverId), eq(moves.userId, row.userId), isOpen));
  await tx.insert(moves).values(row);
}

export async function findMove(db: Db, id: string): Promise<MoveRow | null> {
  const [row] = await db.select().from(moves).where(eq(moves.id, id));
  return row ?? null;
}

/** Locks the list until the end of the transaction. */
export async function lockMove(tx: Db, id: string): Promise<MoveRow | null> {
  const [row] = await tx.select().from(moves).where(eq(moves.id, id)).for('update');
  return row ?? null;
}

export async function updateMove(tx: Db, id: string, change: Partial<MoveRow>): Promise<void> {
  await tx.update(moves).set(change).where(eq(moves.id, id));
}

export async function deleteMove(tx: Db, id: string): Promise<void> {
  await tx.delete(moves).where(eq(moves.id, id));
}

/** Lists moves newest first. */
export async function listMovesOf(db: Db, userId: UserId, serverId?: ServerId): Promise<MoveRow[]> {
  const isHere = serverId === undefined ? undefined : eq(moves.serverId, serverId);
  return await db
    .select()
    .from(moves)
    .where(and(eq(moves.userId, userId), isHere))
    .orderBy(desc(moves.createdAt), desc(moves.id));
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.delete(moves).where(lt(moves.expiresAt, now));
}

/** Lists that wait for platforms and have not changed since `before`. */
export async function listForgotten(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: moves.id })
    .from(moves)
    .where(and(eq(moves.state, 'reading'), lt(moves.workedAt, before)))
    .orderBy(sql`${moves.workedAt}`)
    .limit(500);
  return rows.map(({ id }) => id);
}

export async function forgetMovesOf(db: Db, userId: UserId): Promise<void> {
  await db.delete(moves).where(eq(moves.userId, userId));
}

export async function forgetMoves(db: Db, serverId: ServerId): Promise<void> {
  await db.delete(moves).where(eq(moves.serverId, serverId));
}

export async function insertFile(tx: Db, row: MoveFileRow): Promise<void> {
  await tx.insert(moveFiles).values(row);
}

export async function findFile(db: Db, moveId: string): Promise<MoveFileRow | null> {
  const [row] = await db.select().from(moveFiles).where(eq(moveFiles.moveId, moveId));
  return row ?? null;
}

export async function updateFile(tx: Db, moveId: string, change: Partial<MoveFileRow>): Promise<void> {
  await tx.update(moveFiles).set(change).where(eq(moveFiles.moveId, moveId));
}
