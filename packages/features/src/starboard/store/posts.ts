import type { MessageId, ServerId, UserId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, desc, eq, inArray, isNotNull, sql } from '@tally/infra/sql';
import { type Post, posts } from '../tables.ts';

/** Locks this message of this board for the transaction. Creates the row if it is missing. */
export async function lockPost(tx: Db, fresh: typeof posts.$inferInsert): Promise<Post> {
  await tx.insert(posts).values(fresh).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(posts)
    .where(and(eq(posts.boardId, fresh.boardId), eq(posts.originalMessageId, fresh.originalMessageId)))
    .for('update');
  return row as Post;
}

export async function findPost(db: Db, id: string): Promise<Post | null> {
  const [row] = await db.select().from(posts).where(eq(posts.id, id));
  return row ?? null;
}

export async function lockPostById(tx: Db, id: string): Promise<Post | null> {
  const [row] = await tx.select().from(posts).where(eq(posts.id, id)).for('update');
  return row ?? null;
}

export async function lockPosts(tx: Db, ids: readonly string[]): Promise<Post[]> {
  return await tx
    .select()
    .from(posts)
    .where(inArray(posts.id, [...ids]))
    .orderBy(posts.id)
    .for('update');
}

export async function listDeliveryKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.select({ key: posts.deliveryKey }).from(posts).where(anyOf(posts.id, ids));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

export async function listOfOriginals(db: Db, messageIds: readonly MessageId[]): Promise<Post[]> {
  return await db
    .select()
    .from(posts)
    .where(inArray(posts.originalMessageId, [...messageIds]));
}

export async function listOfMessages(db: Db, messageIds: readonly MessageId[]): Promise<Post[]> {
  return await db
    .select()
    .from(posts)
    .where(inArray(posts.messageId, [...messageIds]));
}

/** Forgets the posts of these deliveries. Their messages were lost unintentionally, so they may be posted again. */
export async function dropStanding(tx: Db, deliveryKeys: readonly string[]): Promise<void> {
  await tx
    .update(posts)
    .set({ deliveryKey: null, messageId: null, print: null })
    .where(anyOf(posts.deliveryKey, deliveryKeys));
}

export async function changePost(
  tx: Db,
  id: string,
  change: Partial<Omit<Post, 'id' | 'boardId' | 'serverId'>>,
): Promise<void> {
  await tx.update(posts).set(change).where(eq(posts.id, id));
}

export async function deletePosts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(posts).where(inArray(posts.id, [...ids]));
}

export async function listOfAuthor(db: Db, userId: UserId): Promise<Post[]> {
  return await db.select().from(posts).where(eq(posts.authorId, userId)).orderBy(posts.starredAt);
}

const standing = (serverId: ServerId) => and(eq(posts.serverId, serverId), isNotNull(posts.messageId));

export async function listMostStarred(db: Db, serverId: ServerId, most: number): Promise<Post[]> {
  return await db
    .select()
    .from(posts)
    .where(standing(serverId))
    .orderBy(desc(posts.currentStars), posts.starredAt)
    .limit(most);
}

export async function listMostStarredPeople(
  db: Db,
  serverId: ServerId,
  most: number,
): Promise<{ authorId: UserId; stars: number; posts: number }[]> {
  const stars = sql<number>`sum(${posts.currentStars})::int`;
  return await db
    .select({ authorId: posts.authorId, stars, posts: sql<number>`count(*)::int` })
    .from(posts)
    .where(standing(serverId))
    .groupBy(posts.authorId)
    .orderBy(desc(stars), posts.authorId)
    .limit(most);
}

export async function countStanding(db: Db, serverId: ServerId): Promise<{ posts: number; stars: number }> {
  const [row] = await db
    .select({
      posts: sql<number>`count(*)::int`,
      stars: sql<number>`coalesce(sum(${posts.currentStars}), 0)::int`,
    })
    .from(posts)
    .where(standing(serverId));
  return row ?? { posts: 0, stars: 0 };
}

/** Selects the posts on these boards. */
const standingOn = (boardIds: readonly string[]) => and(anyOf(posts.boardId, boardIds), isNotNull(posts.messageId));

export const countStandingOn = async (db: Db, boardIds: readonly string[]): Promise<number> =>
  boardIds.length === 0 ? 0 : await db.$count(posts, standingOn(boardIds));

/** Finds a post by its position, counted from 0 in the order of the ids. */
export async function findNth(db: Db, boardIds: readonly string[], place: number): Promise<Post | null> {
  const [row] = await db.select().from(posts).where(standingOn(boardIds)).orderBy(posts.id).offset(place).limit(1);
  return row ?? null;
}
