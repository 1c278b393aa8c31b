import type { Locale, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, count, eq, sql } from '@tally/infra/sql';
import { type EntryRow, entries, ratings } from '../tables.ts';

/** Lists all texts, the oldest entry first. An entry's English text comes before its translations. */
export async function listEntries(db: Db): Promise<EntryRow[]> {
  return await db.select().from(entries).orderBy(asc(entries.createdAt), asc(entries.identifier));
}

export async function countEntries(db: Db): Promise<number> {
  const [found] = await db.select({ total: sql<number>`count(distinct ${entries.identifier})::int` }).from(entries);
  return found?.total ?? 0;
}

/** Serializes changes, so parallel ones cannot exceed the limit of entries. */
export async function lockEntries(tx: Db): Promise<void> {
  await lockOn(tx, 'faq entries');
}

/** Returns when the entry was created, or null if it does not exist. */
export async function findBeginning(tx: Db, identifier: string): Promise<Date | null> {
  const [found] = await tx
    .select({ createdAt: entries.createdAt })
    .from(entries)
    .where(eq(entries.identifier, identifier))
    .orderBy(asc(entries.createdAt))
    .limit(1);
  return found?.createdAt ?? null;
}

export async function findEntry(tx: Db, identifier: string, locale: Locale): Promise<EntryRow | null> {
  const [found] = await tx
    .select()
    .from(entries)
    .where(and(eq(entries.identifier, identifier), eq(entries.locale, locale)));
  return found ?? null;
}

type Texts = Partial<Pick<EntryRow, 'question' | 'answer'>>;

/** Leaves fields unchanged that `row` does not contain. */
export async function saveEntry(
  tx: Db,
  row: Pick<EntryRow, 'identifier' | 'locale' | 'createdAt' | 'editedAt'> & Texts,
): Promise<void> {
  const { identifier: _identifier, locale: _locale, createdAt: _createdAt, ...change } = row;
  await tx
    .insert(entries)
    .values(row)
    .onConflictDoUpdate({ target: [entries.identifier, entries.locale], set: change });
}

/** Deletes an entry in one language, or in all if none is given. Returns the question, or null if there is none. */
export async function deleteEntry(tx: Db, identifier: string, locale: Locale | undefined): Promise<string | null> {
  const which = locale
    ? and(eq(entries.identifier, identifier), eq(entries.locale, locale))
    : eq(entries.identifier, identifier);
  const [gone] = await tx.delete(entries).where(which).returning({ question: entries.question });
  const isLeft = (await findBeginning(tx, identifier)) !== null;
  if (!isLeft) await tx.delete(ratings).where(eq(ratings.identifier, identifier));
  return gone?.question ?? null;
}

export async function saveRating(
  tx: Db,
  { identifier, userId, isHelpful }: { identifier: string; userId: UserId; isHelpful: boolean | null },
): Promise<void> {
  const which = and(eq(ratings.identifier, identifier), eq(ratings.userId, userId));
  if (isHelpful === null) await tx.delete(ratings).where(which);
  else
    await tx
      .insert(ratings)
      .values({ identifier, userId, isHelpful })
      .onConflictDoUpdate({ target: [ratings.identifier, ratings.userId], set: { isHelpful } });
}

export async function countRatings(db: Db): Promise<{ identifier: string; isHelpful: boolean; total: number }[]> {
  return await db
    .select({ identifier: ratings.identifier, isHelpful: ratings.isHelpful, total: count() })
    .from(ratings)
    .groupBy(ratings.identifier, ratings.isHelpful);
}

export async function listRatingsOf(db: Db, userId: UserId) {
  return await db.select().from(ratings).where(eq(ratings.userId, userId)).orderBy(asc(ratings.identifier));
}

export async function deleteRatingsOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(ratings).where(eq(ratings.userId, userId));
}
