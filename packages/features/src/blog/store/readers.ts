import type { BlogReaction, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, count, eq, inArray, lt, sql } from '@tally/infra/sql';
import { posts, reactions, salts, viewers } from '../tables.ts';

export interface Counted {
  readonly postId: bigint;
  readonly reaction: BlogReaction;
  readonly total: number;
}

export async function countReactions(db: Db, ids: readonly bigint[]): Promise<Counted[]> {
  if (ids.length === 0) return [];
  const { postId, reaction } = reactions;
  return await db
    .select({ postId, reaction, total: count() })
    .from(reactions)
    .where(inArray(postId, [...ids]))
    .groupBy(postId, reaction);
}

export async function findReaction(db: Db, postId: bigint, userId: UserId): Promise<BlogReaction | null> {
  const [row] = await db
    .select({ reaction: reactions.reaction })
    .from(reactions)
    .where(and(eq(reactions.postId, postId), eq(reactions.userId, userId)));
  return row?.reaction ?? null;
}

export async function saveReaction(db: Db, row: typeof reactions.$inferInsert): Promise<void> {
  const { reaction, reactedAt } = row;
  await db
    .insert(reactions)
    .values(row)
    .onConflictDoUpdate({ target: [reactions.postId, reactions.userId], set: { reaction, reactedAt } });
}

export async function deleteReaction(db: Db, postId: bigint, userId: UserId): Promise<void> {
  await db.delete(reactions).where(and(eq(reactions.postId, postId), eq(reactions.userId, userId)));
}

export async function deleteReactionsOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(reactions).where(eq(reactions.userId, userId));
}

export const listReactionsOf = async (db: Db, userId: UserId) =>
  await db
    .select({ post: posts.title, reaction: reactions.reaction, at: reactions.reactedAt })
    .from(reactions)
    .innerJoin(posts, eq(posts.id, reactions.postId))
    .where(eq(reactions.userId, userId));

/** Returns the salt of a day, and stores `fresh` if the day has none yet. */
export async function saltOf(db: Db, day: string, fresh: string): Promise<string> {
  await db.insert(salts).values({ day, salt: fresh }).onConflictDoNothing();
  const [row] = await db.select({ salt: salts.salt }).from(salts).where(eq(salts.day, day));
  return row?.salt ?? fresh;
}

/** Adds a view, unless this viewer was already counted today. */
export async function countView(db: Db, about: typeof viewers.$inferInsert): Promise<void> {
  const { day, postId, viewer } = about;
  await db.execute(sql`
    with counted as (
      insert into ${viewers} (day, post_id, viewer) values (${day}, ${postId}, ${viewer}) on conflict do nothing returning 1
    )
    update ${posts} set views = views + 1 where id = ${postId} and exists (select 1 from counted)`);
}

export async function forgetViewersBefore(tx: Db, day: string): Promise<void> {
  await tx.delete(viewers).where(lt(viewers.day, day));
  await tx.delete(salts).where(lt(salts.day, day));
}
