import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { asc, eq, sql } from 'drizzle-orm';
import { type HeldRow, held } from '../tables.ts';

/** So that a statement stays far below the number of values that Postgres takes. */
const ROWS_AT_ONCE = 1000;

export async function insertHeld(tx: Db, rows: readonly HeldRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx.insert(held).values(rows.slice(at, at + ROWS_AT_ONCE));
  }
}

/** Servers for which something waits, a page at a time. */
export async function listHolders(db: Db, after: string, limit: number): Promise<ServerId[]> {
  const rows = await db
    .selectDistinct({ serverId: held.serverId })
    .from(held)
    .where(sql`${held.serverId} > ${after}`)
    .orderBy(asc(held.serverId))
    .limit(limit);
  return rows.map((row) => row.serverId);
}

/** Whoever takes them writes the digest in the same transaction: nobody else gets them. */
export async function takeHeld(tx: Db, serverId: ServerId): Promise<HeldRow[]> {
  const rows = await tx.delete(held).where(eq(held.serverId, serverId)).returning();
  return rows.sort((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime() || a.id.localeCompare(b.id));
}

export async function forgetHeld(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(held).where(eq(held.serverId, serverId));
}
