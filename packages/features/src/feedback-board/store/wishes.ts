import type { UserId, WishKind, WishState } from '@tally/contract';
import { anyOf, type Db, lockOn } from '@tally/infra/db';
import { and, asc, count, desc, eq, isNotNull, isNull, lt, min, ne, or, sql } from '@tally/infra/sql';
import { type WishRow, wishComments, wishes, wishVotes } from '../tables.ts';

export interface ListedWishes {
  readonly kind: WishKind | undefined;
  readonly state: WishState | undefined;
  readonly sort: 'votes' | 'newest';
  readonly limit: number;
  readonly after: Pick<WishRow, 'id' | 'votes'> | null;
}

/** Lists posts, except merged ones. */
export async function listWishes(db: Db, { kind, state, sort, limit, after }: ListedWishes): Promise<WishRow[]> {
  const isLater =
    after &&
    (sort === 'votes'
      ? or(lt(wishes.votes, after.votes), and(eq(wishes.votes, after.votes), lt(wishes.id, after.id)))
      : lt(wishes.id, after.id));
  return await db
    .select()
    .from(wishes)
    .where(
      and(
        isNull(wishes.mergedInto),
        kind && eq(wishes.kind, kind),
        state && eq(wishes.state, state),
        isLater ?? undefined,
      ),
    )
    .orderBy(...(sort === 'votes' ? [desc(wishes.votes), desc(wishes.id)] : [desc(wishes.id)]))
    .limit(limit);
}

/** Lists the newest posts for the search. */
export async function listForSearch(db: Db, limit: number): Promise<Pick<WishRow, 'id' | 'title' | 'text'>[]> {
  const { id, title, text } = wishes;
  return await db
    .select({ id, title, text })
    .from(wishes)
    .where(isNull(wishes.mergedInto))
    .orderBy(desc(id))
    .limit(limit);
}

export async function listByIds(db: Db, ids: readonly bigint[]): Promise<WishRow[]> {
  return ids.length === 0 ? [] : await db.select().from(wishes).where(anyOf(wishes.id, ids));
}

export async function findWish(db: Db, id: bigint): Promise<WishRow | null> {
  const [found] = await db.select().from(wishes).where(eq(wishes.id, id));
  return found ?? null;
}

/** Counts posts without a staff decision, and finds how long the oldest one has waited. */
export async function summarizeUndecided(db: Db): Promise<{ count: number; since: Date | null }> {
  const [row] = await db
    .select({ count: count(), since: min(wishes.createdAt) })
    .from(wishes)
    .where(and(isNull(wishes.decidedAt), isNull(wishes.mergedInto)));
  return row ?? { count: 0, since: null };
}

/** Locks posts in the order of their ids, so two opposite merges cannot deadlock. */
export async function lockWishes(tx: Db, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, WishRow>> {
  const rows = await tx.select().from(wishes).where(anyOf(wishes.id, ids)).orderBy(asc(wishes.id)).for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Serializes merges and account deletions, because both change rows that they do not lock one by one. */
export async function lockMerging(tx: Db): Promise<void> {
  await lockOn(tx, 'wishes merge');
}

export async function insertWish(
  tx: Db,
  row: Pick<WishRow, 'kind' | 'title' | 'text' | 'createdAt'> & { userId: UserId },
): Promise<bigint> {
  const [made] = await tx.insert(wishes).values(row).returning({ id: wishes.id });
  if (!made) throw new Error('a wish was inserted and has no id');
  return made.id;
}

export async function saveDecision(
  tx: Db,
  id: bigint,
  decision: Pick<WishRow, 'state' | 'why' | 'decidedAt'>,
): Promise<void> {
  await tx.update(wishes).set(decision).where(eq(wishes.id, id));
}

export async function deleteWish(tx: Db, id: bigint): Promise<void> {
  await tx.delete(wishes).where(eq(wishes.id, id));
}

export async function saveVote(tx: Db, vote: { wishId: bigint; userId: UserId }, isWanted: boolean): Promise<void> {
  if (isWanted) await tx.insert(wishVotes).values(vote).onConflictDoNothing();
  else await tx.delete(wishVotes).where(and(eq(wishVotes.wishId, vote.wishId), eq(wishVotes.userId, vote.userId)));
}

/** Moves votes, comments and earlier merges to the target. A person who voted for both counts once. */
export async function moveAll(tx: Db, from: bigint, to: bigint): Promise<void> {
  await tx.execute(sql`
    insert into wish_votes (wish_id, user_id) select ${to}, user_id from wish_votes where wish_id = ${from}
    on conflict do nothing`);
  await tx.delete(wishVotes).where(eq(wishVotes.wishId, from));
  await tx.update(wishComments).set({ wishId: to }).where(eq(wishComments.wishId, from));
  await tx
    .update(wishes)
    .set({ mergedInto: to })
    .where(or(eq(wishes.id, from), eq(wishes.mergedInto, from)));
}

/** Recounts the votes and comments of locked posts. Returns each post's votes. */
export async function recount(tx: Db, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  const rows = await tx
    .update(wishes)
    .set({
      votes: sql`(select count(*) from wish_votes v where v.wish_id = ${wishes.id})`,
      comments: sql`(select count(*) from wish_comments c where c.wish_id = ${wishes.id})`,
    })
    .where(anyOf(wishes.id, ids))
    .returning({ id: wishes.id, votes: wishes.votes });
  return new Map(rows.map(({ id, votes }) => [id, votes]));
}

export async function hasVoteOfOthers(tx: Db, wishId: bigint, userId: UserId): Promise<boolean> {
  return (await tx.$count(wishVotes, and(eq(wishVotes.wishId, wishId), ne(wishVotes.userId, userId)))) > 0;
}

/** Returns the posts that the person has voted for. */
export async function listWanted(db: Db, userId: UserId, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ wishId: wishVotes.wishId })
    .from(wishVotes)
    .where(and(eq(wishVotes.userId, userId), anyOf(wishVotes.wishId, ids)));
  return new Set(rows.map(({ wishId }) => wishId));
}

/** Lists a post's voters by id. */
export async function listVoters(
  db: Db,
  { wishId, after, limit }: { wishId: bigint; after: string; limit: number },
): Promise<UserId[]> {
  const rows = await db
    .select({ userId: wishVotes.userId })
    .from(wishVotes)
    .where(and(eq(wishVotes.wishId, wishId), sql`${wishVotes.userId} > ${after}`))
    .orderBy(asc(wishVotes.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

export async function listOfPerson(db: Db, userId: UserId) {
  const [written, wanted] = await Promise.all([
    db.select().from(wishes).where(eq(wishes.userId, userId)).orderBy(asc(wishes.id)),
    db.select({ wishId: wishVotes.wishId }).from(wishVotes).where(eq(wishVotes.userId, userId)),
  ]);
  return { written, wanted: wanted.map(({ wishId }) => wishId) };
}

/** Deletes a person's data. Posts that other people voted for or commented on stay without a name. */
export async function forgetPerson(tx: Db, userId: UserId): Promise<void> {
  await lockMerging(tx);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select wish_id as id from wish_votes where user_id = ${userId}
    union select wish_id from wish_comments where user_id = ${userId}
    union select id from wishes where user_id = ${userId}`);
  const ids = rows.map(({ id }) => BigInt(id));
  await lockWishes(tx, ids);
  await tx.delete(wishVotes).where(eq(wishVotes.userId, userId));
  await tx.delete(wishComments).where(eq(wishComments.userId, userId));
  if (ids.length > 0) await recount(tx, ids);
  await tx
    .delete(wishes)
    .where(
      and(
        eq(wishes.userId, userId),
        eq(wishes.votes, 0),
        eq(wishes.comments, 0),
        isNull(wishes.mergedInto),
        sql`not exists (select 1 from wishes merged where merged.merged_into = ${wishes.id})`,
      ),
    );
  // A merged post can be deleted, because its votes and comments have moved to the target.
  await tx.delete(wishes).where(and(eq(wishes.userId, userId), isNotNull(wishes.mergedInto)));
  await tx.update(wishes).set({ userId: null }).where(eq(wishes.userId, userId));
}
