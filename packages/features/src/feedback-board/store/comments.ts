import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, desc, eq, ne } from '@tally/infra/sql';
import { type CommentRow, wishComments } from '../tables.ts';

/** Lists the newest comments in the order in which they were written. */
export async function listComments(db: Db, wishId: bigint, limit: number): Promise<CommentRow[]> {
  const rows = await db
    .select()
    .from(wishComments)
    .where(eq(wishComments.wishId, wishId))
    .orderBy(desc(wishComments.id))
    .limit(limit);
  return rows.toReversed();
}

export async function findComment(tx: Db, wishId: bigint, id: bigint): Promise<CommentRow | null> {
  const [found] = await tx
    .select()
    .from(wishComments)
    .where(and(eq(wishComments.wishId, wishId), eq(wishComments.id, id)));
  return found ?? null;
}

export async function hasCommentOfOthers(tx: Db, wishId: bigint, userId: UserId): Promise<boolean> {
  return (await tx.$count(wishComments, and(eq(wishComments.wishId, wishId), ne(wishComments.userId, userId)))) > 0;
}

export async function insertComment(tx: Db, row: Omit<CommentRow, 'id'>): Promise<void> {
  await tx.insert(wishComments).values(row);
}

export async function deleteComment(tx: Db, id: bigint): Promise<void> {
  await tx.delete(wishComments).where(eq(wishComments.id, id));
}

export async function listCommentsOf(db: Db, userId: UserId): Promise<CommentRow[]> {
  return await db.select().from(wishComments).where(eq(wishComments.userId, userId)).orderBy(asc(wishComments.id));
}
