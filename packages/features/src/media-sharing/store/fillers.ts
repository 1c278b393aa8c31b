import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, sql } from '@tally/infra/sql';
import { type FillerRow, fillers } from '../tables.ts';

/** Stores a filler once. Returns whether it is new. */
export async function insertFiller(tx: Db, row: FillerRow): Promise<boolean> {
  const rows = await tx.insert(fillers).values(row).onConflictDoNothing().returning({ id: fillers.id });
  return rows.length > 0;
}

export async function deleteFiller(tx: Db, ownerId: UserId, id: string): Promise<boolean> {
  const rows = await tx
    .delete(fillers)
    .where(and(eq(fillers.ownerId, ownerId), eq(fillers.id, id)))
    .returning({ id: fillers.id });
  return rows.length > 0;
}

export async function listFillers(db: Db, ownerId: UserId): Promise<FillerRow[]> {
  return await db
    .select()
    .from(fillers)
    .where(eq(fillers.ownerId, ownerId))
    .orderBy(asc(fillers.addedAt), asc(fillers.id));
}

/** Picks the filler that was played the longest time ago, and marks it as played. */
export async function pickFiller(tx: Db, ownerId: UserId, now: Date): Promise<FillerRow | null> {
  const [next] = await tx
    .select()
    .from(fillers)
    .where(eq(fillers.ownerId, ownerId))
    .orderBy(sql`${fillers.playedAt} nulls first`, asc(fillers.addedAt), asc(fillers.id))
    .limit(1);
  if (!next) return null;
  await tx.update(fillers).set({ playedAt: now }).where(eq(fillers.id, next.id));
  return next;
}
