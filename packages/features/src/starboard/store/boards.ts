import type { RestReason, RoleId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, inArray, isNotNull, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { type Board, boards, posts } from '../tables.ts';

export async function listBoards(db: Db, serverId: ServerId): Promise<Board[]> {
  return await db
    .select()
    .from(boards)
    .where(eq(boards.serverId, serverId))
    .orderBy(asc(boards.addedAt), asc(boards.channelId));
}

/** Lists servers with a board. Events of all other servers are ignored. */
export async function listServersWithBoards(db: Db): Promise<ServerId[]> {
  const rows = await db.selectDistinct({ serverId: boards.serverId }).from(boards);
  return rows.map((row) => row.serverId);
}

export async function insertBoard(tx: SettingsTx, board: Board): Promise<boolean> {
  const made = await tx.insert(boards).values(board).onConflictDoNothing().returning({ id: boards.id });
  return made.length > 0;
}

export async function changeBoard(
  tx: SettingsTx,
  id: string,
  change: Partial<Pick<Board, 'channelId' | 'settings' | 'pausedBy'>>,
): Promise<void> {
  await tx.update(boards).set(change).where(eq(boards.id, id));
}

/** Sets why a board is paused. Owners cannot set this reason. */
export async function pauseBoard(db: Db, id: string, pausedBy: RestReason | null): Promise<void> {
  await db.update(boards).set({ pausedBy }).where(eq(boards.id, id));
}

/** Removes only this role, because the owner may have chosen another one since. False if the role is no longer set. */
export async function clearReward(tx: SettingsTx, id: string, roleId: RoleId): Promise<boolean> {
  const rows = await tx
    .update(boards)
    .set({ settings: sql`jsonb_set(${boards.settings}, '{rewardRole}', 'null')` })
    .where(and(eq(boards.id, id), sql`${boards.settings} ->> 'rewardRole' = ${roleId}`))
    .returning({ id: boards.id });
  return rows.length > 0;
}

/** Also deletes the board's message rows. The messages themselves stay. */
export async function deleteBoard(tx: SettingsTx, id: string): Promise<void> {
  await tx.delete(boards).where(eq(boards.id, id));
}

export async function listPausedBoards(db: Db, reason: RestReason): Promise<Board[]> {
  return await db.select().from(boards).where(eq(boards.pausedBy, reason)).orderBy(asc(boards.serverId));
}

export async function forgetBoards(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(boards).where(eq(boards.serverId, serverId));
}

/** Counts the posts and stars on each board. */
export async function countOnBoards(
  db: Db,
  boardIds: readonly string[],
): Promise<ReadonlyMap<string, { posts: number; stars: number }>> {
  if (boardIds.length === 0) return new Map();
  const rows = await db
    .select({
      boardId: posts.boardId,
      posts: sql<number>`count(*)::int`,
      stars: sql<number>`coalesce(sum(${posts.currentStars}), 0)::int`,
    })
    .from(posts)
    .where(and(inArray(posts.boardId, [...boardIds]), isNotNull(posts.messageId)))
    .groupBy(posts.boardId);
  return new Map(rows.map(({ boardId, ...counts }) => [boardId, counts]));
}
