import type { ServerId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from '@tally/infra/sql';
import { type BoardPause, type BoardRow, boards } from '../tables.ts';

export type NewBoard = typeof boards.$inferInsert;

export async function saveBoard(tx: Db, board: NewBoard): Promise<void> {
  const { streamerId: _, ...set } = board;
  await tx.insert(boards).values(board).onConflictDoUpdate({ target: boards.streamerId, set });
}

export async function findBoard(db: Db, streamerId: string): Promise<BoardRow | null> {
  const [row] = await db.select().from(boards).where(eq(boards.streamerId, streamerId));
  return row ?? null;
}

export async function lockBoard(tx: Db, streamerId: string): Promise<BoardRow | null> {
  const [row] = await tx.select().from(boards).where(eq(boards.streamerId, streamerId)).for('update');
  return row ?? null;
}

export async function listBoards(db: Db, streamerIds: readonly string[]): Promise<BoardRow[]> {
  if (streamerIds.length === 0) return [];
  return db
    .select()
    .from(boards)
    .where(inArray(boards.streamerId, [...streamerIds]));
}

export async function listBoardsOf(db: Db, serverId: ServerId): Promise<BoardRow[]> {
  return db.select().from(boards).where(eq(boards.serverId, serverId));
}

/** Returns the delivery keys of these boards' posted messages. */
export async function listStandingKeys(db: Db, streamerIds: readonly string[]): Promise<Set<string>> {
  const rows = await listBoards(db, streamerIds);
  return new Set(rows.flatMap(({ standingKey }) => standingKey ?? []));
}

export async function changeBoard(tx: Db, streamerId: string, change: Partial<BoardRow>): Promise<void> {
  await tx.update(boards).set(change).where(eq(boards.streamerId, streamerId));
}

export async function deleteBoards(tx: Db, streamerIds: readonly string[]): Promise<void> {
  if (streamerIds.length > 0) await tx.delete(boards).where(inArray(boards.streamerId, [...streamerIds]));
}

/**
 * Schedules the channel's messages after a gift, at most once per pause. Returns their times, and the servers with
 * roles for ranks.
 */
export async function callBoards(
  tx: Db,
  kickChannelId: string,
  about: { readonly now: Date; readonly pauseMs: number },
): Promise<BoardRow[]> {
  const now = sql`${about.now.toISOString()}::timestamptz`;
  const due = sql`greatest(${now}, coalesce(${boards.shownAt} + ${`${about.pauseMs} milliseconds`}::interval, ${now}))`;
  const isShown = and(isNotNull(boards.postChannelId), isNull(boards.pausedBy));
  return tx
    .update(boards)
    .set({ dueAt: sql`case when ${isShown} then coalesce(${boards.dueAt}, ${due}) end` })
    .where(eq(boards.kickChannelId, kickChannelId))
    .returning();
}

/** Lists overdue messages whose job was lost, and messages from another day, because a new week may have begun. */
export async function listForgotten(
  db: Db,
  about: { readonly dueBefore: Date; readonly shownBefore: Date },
): Promise<BoardRow[]> {
  return db
    .select()
    .from(boards)
    .where(
      and(
        isNotNull(boards.postChannelId),
        isNull(boards.pausedBy),
        or(lte(boards.dueAt, about.dueBefore), and(isNull(boards.dueAt), lt(boards.shownAt, about.shownBefore))),
      ),
    );
}

export async function listPaused(db: Db, by: readonly BoardPause[]): Promise<BoardRow[]> {
  return db
    .select()
    .from(boards)
    .where(inArray(boards.pausedBy, [...by]));
}

export async function forgetBoards(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(boards).where(eq(boards.serverId, serverId));
}

export async function listRoleServers(db: Db): Promise<ServerId[]> {
  const rows = await db.selectDistinct({ serverId: boards.serverId }).from(boards).where(eq(boards.hasRoles, true));
  return rows.map((row) => row.serverId);
}

/** Serializes the calculation of a server's ranks. */
export async function lockPlaces(tx: Db, serverId: ServerId): Promise<void> {
  await lockOn(tx, `leaderboards ${serverId}`);
}
