import type { BannedKind, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, lt, lte, or } from '@tally/infra/sql';
import { type BanRow, bans } from '../tables.ts';

type Subject = Pick<BanRow, 'kind' | 'subject'>;

const isOf = ({ kind, subject }: Subject) => and(eq(bans.kind, kind), eq(bans.subject, subject));

export async function saveBan(tx: Db, row: BanRow): Promise<void> {
  const { kind: _kind, subject: _subject, ...change } = row;
  await tx
    .insert(bans)
    .values(row)
    .onConflictDoUpdate({ target: [bans.kind, bans.subject], set: change });
}

export async function findBan(db: Db, kind: BannedKind, subject: string): Promise<BanRow | null> {
  const [found] = await db.select().from(bans).where(isOf({ kind, subject }));
  return found ?? null;
}

/** Lists the newest bans first. */
export async function listBans(db: Db, { after, limit }: { after: BanRow | null; limit: number }): Promise<BanRow[]> {
  const isLater =
    after && or(lt(bans.since, after.since), and(eq(bans.since, after.since), lt(bans.subject, after.subject)));
  return await db
    .select()
    .from(bans)
    .where(isLater ?? undefined)
    .orderBy(desc(bans.since), desc(bans.subject))
    .limit(limit);
}

/** Lists bans that have expired. */
export async function listOver(db: Db, now: Date): Promise<BanRow[]> {
  return await db.select().from(bans).where(lte(bans.until, now));
}

/** Returns false if there was no such ban. */
export async function deleteBan(tx: Db, subject: Subject): Promise<boolean> {
  const { rowCount } = await tx.delete(bans).where(isOf(subject));
  return (rowCount ?? 0) > 0;
}

/**
 * Removes the person's name from bans that they made as staff. A ban of the person stays, or deleting the account would
 * lift it.
 */
export async function forgetInBans(tx: Db, userId: UserId): Promise<void> {
  await tx.update(bans).set({ by: null }).where(eq(bans.by, userId));
}
