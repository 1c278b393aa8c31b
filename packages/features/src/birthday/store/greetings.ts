import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, gte, isNull, lt, notExists, sql } from '@tally/infra/sql';
import { birthdays, type GreetingRow, greetings } from '../tables.ts';

/** Inserts greetings and returns only the new ones. The others were already handled this year. */
export async function insertGreetings(tx: Db, rows: readonly GreetingRow[]): Promise<GreetingRow[]> {
  if (rows.length === 0) return [];
  return await tx
    .insert(greetings)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

export async function forgetGreetingsOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(greetings).where(eq(greetings.userId, userId));
}

export async function forgetGreetingsIn(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(greetings).where(eq(greetings.serverId, serverId));
}

/** Deletes old greetings, and those of deleted people. */
export async function pruneGreetings(db: Db, before: Date): Promise<void> {
  await db.delete(greetings).where(lt(greetings.happenedAt, before));
  const person = db.select({ one: sql`1` }).from(birthdays).where(eq(birthdays.userId, greetings.userId));
  await db.delete(greetings).where(notExists(person));
}

export async function listGreetingsSince(
  db: Db,
  serverId: ServerId,
  since: Date,
  limit: number,
): Promise<GreetingRow[]> {
  return await db
    .select()
    .from(greetings)
    .where(and(eq(greetings.serverId, serverId), gte(greetings.happenedAt, since), isNull(greetings.skipped)))
    .orderBy(desc(greetings.happenedAt))
    .limit(limit);
}

export async function listGreetingsOf(db: Db, userId: UserId): Promise<GreetingRow[]> {
  return await db.select().from(greetings).where(eq(greetings.userId, userId));
}
