import type { ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, isNull, lt, sql } from '@tally/infra/sql';
import { type HeldRow, held } from '../tables.ts';

/** So that a statement stays far below the number of values that Postgres takes. */
const ROWS_AT_ONCE = 1000;

/** What is there already stays as it is, told or not. */
export async function insertHeld(tx: Db, rows: readonly HeldRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx
      .insert(held)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoNothing();
  }
}

/** Servers for which something waits, a page at a time. */
export async function listHolders(db: Db, after: string, limit: number): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: held.serverId })
    .from(held)
    .where(and(isNull(held.toldAt), sql`${held.serverId} > ${after}`))
    .orderBy(asc(held.serverId))
    .limit(limit);
  return rows.map((row) => row.serverId);
}

/** Whoever takes them writes the digest in the same transaction: nobody else gets them. */
export async function takeHeld(tx: Db, serverId: ServerId, now: Date): Promise<HeldRow[]> {
  const rows = await tx
    .update(held)
    .set({ toldAt: now })
    .where(and(eq(held.serverId, serverId), isNull(held.toldAt)))
    .returning();
  return rows.sort((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime() || a.dedupeKey.localeCompare(b.dedupeKey));
}

export async function listHeld(db: Db, dedupeKeys: readonly string[]): Promise<HeldRow[]> {
  if (dedupeKeys.length === 0) return [];
  return await db.select().from(held).where(anyOf(held.dedupeKey, dedupeKeys));
}

export async function deleteToldBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(held).where(lt(held.toldAt, moment));
}

export async function forgetHeld(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(held).where(eq(held.serverId, serverId));
}
