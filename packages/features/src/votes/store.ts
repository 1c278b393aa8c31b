import type { UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { count, desc, eq } from '@tally/infra/sql';
import { reminders, type VoteRow, votes } from './tables.ts';

/** Makes pushes about one person wait for each other. */
export async function lockVoter(tx: Db, userId: UserId): Promise<void> {
  await lockOn(tx, `vote ${userId}`);
}

export async function findLastVote(db: Db, userId: UserId): Promise<VoteRow | null> {
  const [found] = await db.select().from(votes).where(eq(votes.userId, userId)).orderBy(desc(votes.votedAt)).limit(1);
  return found ?? null;
}

/** Returns false if the vote already existed. */
export async function saveVote(tx: Db, row: VoteRow): Promise<boolean> {
  const { rowCount } = await tx.insert(votes).values(row).onConflictDoNothing();
  return (rowCount ?? 0) > 0;
}

export async function countVotes(db: Db, userId: UserId): Promise<number> {
  const [found] = await db.select({ total: count() }).from(votes).where(eq(votes.userId, userId));
  return found?.total ?? 0;
}

export async function listVotes(db: Db, userId: UserId): Promise<VoteRow[]> {
  return await db.select().from(votes).where(eq(votes.userId, userId)).orderBy(desc(votes.votedAt));
}

export async function wantsReminder(db: Db, userId: UserId): Promise<boolean> {
  return (await db.select().from(reminders).where(eq(reminders.userId, userId))).length > 0;
}

export async function saveReminder(tx: Db, userId: UserId, since: Date): Promise<void> {
  await tx.insert(reminders).values({ userId, since }).onConflictDoNothing();
}

export async function removeReminder(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(reminders).where(eq(reminders.userId, userId));
}

export async function deleteOfUser(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(votes).where(eq(votes.userId, userId));
  await removeReminder(tx, userId);
}
