import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, lt, sql } from '@tally/infra/sql';
import { type AttemptRow, linkAttempts, linkCodes } from '../tables.ts';

export async function addAttempt(db: Db, attempt: AttemptRow): Promise<void> {
  await db.insert(linkAttempts).values(attempt);
}

/** Reads and deletes the attempt in one statement, so two requests with the same state cannot both get it. */
export async function consumeAttempt(db: Db, stateHash: string): Promise<AttemptRow | null> {
  const [taken] = await db.delete(linkAttempts).where(eq(linkAttempts.stateHash, stateHash)).returning();
  return taken ?? null;
}

export async function saveCode(tx: Db, row: typeof linkCodes.$inferInsert): Promise<void> {
  const { userId: _, ...newer } = row;
  await tx.insert(linkCodes).values(row).onConflictDoUpdate({ target: linkCodes.userId, set: newer });
}

/** Returns the code's owner. Uses the code up only if the line was written in time. */
export async function consumeCode(tx: Db, codeHash: string, writtenAt: Date): Promise<UserId | null> {
  const [taken] = await tx
    .delete(linkCodes)
    .where(
      and(
        eq(linkCodes.codeHash, codeHash),
        sql`${linkCodes.createdAt} <= ${new Date(writtenAt.getTime() + CLOCKS_DIFFER_MS).toISOString()}::timestamptz`,
        sql`${linkCodes.expiresAt} >= ${writtenAt.toISOString()}::timestamptz`,
      ),
    )
    .returning({ userId: linkCodes.userId });
  return taken?.userId ?? null;
}

/** The platform's clock and ours may differ by this much. */
const CLOCKS_DIFFER_MS = 60_000;

/** Deletes expired attempts and codes. Codes are kept a little longer, because pushes of chat lines may be late. */
export async function deleteOld(db: Db, now: Date, codesBefore: Date): Promise<void> {
  await db.delete(linkAttempts).where(lt(linkAttempts.expiresAt, now));
  await db.delete(linkCodes).where(lt(linkCodes.expiresAt, codesBefore));
}

export async function deleteProofsOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(linkAttempts).where(eq(linkAttempts.userId, userId));
  await tx.delete(linkCodes).where(eq(linkCodes.userId, userId));
}
