import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, inArray, lt, lte, notExists, sql } from '@tally/infra/sql';
import { birthdays, type GreetingRow, greetings, type RoleState } from '../tables.ts';

type Key = Pick<GreetingRow, 'userId' | 'serverId' | 'year'>;
const isRow = ({ userId, serverId, year }: Key) =>
  and(eq(greetings.userId, userId), eq(greetings.serverId, serverId), eq(greetings.year, year));

/** Answers those that are new: the others were dealt with in this year already. */
export async function insertGreetings(tx: Db, rows: readonly GreetingRow[]): Promise<GreetingRow[]> {
  if (rows.length === 0) return [];
  return await tx
    .insert(greetings)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

/** Roles to be given or taken now. Until `leaseUntil` nobody else takes the same ones. */
export async function claimRoles(
  db: Db,
  about: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<GreetingRow[]> {
  const { now, leaseUntil, limit } = about;
  const due = db
    .select({ userId: greetings.userId, serverId: greetings.serverId, year: greetings.year })
    .from(greetings)
    .where(lte(greetings.roleAt, now))
    .orderBy(greetings.roleAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  return await db
    .update(greetings)
    .set({ roleAt: leaseUntil })
    .where(sql`(${greetings.userId}, ${greetings.serverId}, ${greetings.year}) in ${due}`)
    .returning();
}

export async function setRole(db: Db, key: Key, change: { roleState: RoleState; roleAt: Date | null }): Promise<void> {
  await db.update(greetings).set(change).where(isRow(key));
}

/** Roles that somebody has are taken before their rows go. */
const holding = inArray(greetings.roleState, ['giving', 'given']);

export async function forgetGreetingsOf(tx: Db, userId: UserId, now: Date): Promise<void> {
  await tx
    .update(greetings)
    .set({ roleUntil: now, roleAt: now })
    .where(and(eq(greetings.userId, userId), holding));
  await tx.delete(greetings).where(and(eq(greetings.userId, userId), sql`not coalesce(${holding}, false)`));
}

export async function forgetGreetingsIn(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(greetings).where(eq(greetings.serverId, serverId));
}

/** Old ones, and those of people who are not known any more. */
export async function pruneGreetings(db: Db, before: Date): Promise<void> {
  await db.delete(greetings).where(lt(greetings.happenedAt, before));
  const person = db.select({ one: sql`1` }).from(birthdays).where(eq(birthdays.userId, greetings.userId));
  await db.delete(greetings).where(and(notExists(person), sql`not coalesce(${holding}, false)`));
}

export async function listGreetingsOf(db: Db, userId: UserId): Promise<GreetingRow[]> {
  return await db.select().from(greetings).where(eq(greetings.userId, userId));
}
