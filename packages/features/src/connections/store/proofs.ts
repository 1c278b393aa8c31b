import type { PlatformToLink, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, inArray, lt, sql } from '@tally/infra/sql';
import { type AttemptRow, heardChats, linkAttempts, linkCodes } from '../tables.ts';

export async function addAttempt(db: Db, attempt: AttemptRow): Promise<void> {
  await db.insert(linkAttempts).values(attempt);
}

/** Reads it and uses it up in one: two that come with the same state can not both have it. */
export async function takeAttempt(db: Db, stateHash: string): Promise<AttemptRow | null> {
  const [taken] = await db.delete(linkAttempts).where(eq(linkAttempts.stateHash, stateHash)).returning();
  return taken ?? null;
}

export async function saveCode(tx: Db, row: typeof linkCodes.$inferInsert): Promise<void> {
  const { userId: _, ...newer } = row;
  await tx.insert(linkCodes).values(row).onConflictDoUpdate({ target: linkCodes.userId, set: newer });
}

/** Whose code it is. It is used up only where it was written in time. */
export async function takeCode(tx: Db, codeHash: string, writtenAt: Date): Promise<UserId | null> {
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

/** Between the platform's clock and ours. */
const CLOCKS_DIFFER_MS = 60_000;

/** Later ends win: two people may want the same chat. */
export async function hearUntil(
  tx: Db,
  platform: PlatformToLink,
  channelIds: readonly string[],
  until: Date,
): Promise<void> {
  if (channelIds.length === 0) return;
  await tx
    .insert(heardChats)
    .values(channelIds.map((channelId) => ({ platform, channelId, until })))
    .onConflictDoUpdate({
      target: [heardChats.platform, heardChats.channelId],
      set: { until: sql`greatest(${heardChats.until}, excluded.until)` },
    });
}

export async function countHeard(db: Db, platform: PlatformToLink, channelId: string) {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      isHeard: sql<boolean>`coalesce(bool_or(${heardChats.channelId} = ${channelId}), false)`,
    })
    .from(heardChats)
    .where(eq(heardChats.platform, platform));
  return found ?? { count: 0, isHeard: false };
}

export async function listHeardUntil(db: Db, now: Date, limit: number) {
  return await db.select().from(heardChats).where(lt(heardChats.until, now)).limit(limit);
}

/** Only those that nobody has asked for again meanwhile. */
export async function forgetHeard(
  tx: Db,
  platform: PlatformToLink,
  channelIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const gone = await tx
    .delete(heardChats)
    .where(
      and(eq(heardChats.platform, platform), inArray(heardChats.channelId, [...channelIds]), lt(heardChats.until, now)),
    )
    .returning({ channelId: heardChats.channelId });
  return gone.map(({ channelId }) => channelId);
}

/** What can not be used any more. Codes are kept for a while: pushes of what was written in time may be late. */
export async function deleteOld(db: Db, now: Date, codesBefore: Date): Promise<void> {
  await db.delete(linkAttempts).where(lt(linkAttempts.expiresAt, now));
  await db.delete(linkCodes).where(lt(linkCodes.expiresAt, codesBefore));
}

export async function deleteProofsOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(linkAttempts).where(eq(linkAttempts.userId, userId));
  await tx.delete(linkCodes).where(eq(linkCodes.userId, userId));
}
