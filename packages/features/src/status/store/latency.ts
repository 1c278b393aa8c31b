import type { LatencyRow } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, eq, gte, lte } from '@tally/infra/sql';
import { latencyDays } from '../tables.ts';

/** Replaces the rows of a day. A lock prevents two processes from writing the same day at once. */
export async function keepLatency(db: Db, day: string, rows: readonly Omit<LatencyRow, 'day'>[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOn(tx, `status/latency ${day}`);
    await tx.delete(latencyDays).where(eq(latencyDays.day, day));
    if (rows.length > 0) await tx.insert(latencyDays).values(rows.map((row) => ({ ...row, day })));
  });
}

export const listLatency = async (db: Db, { from, until }: { from: string; until: string }): Promise<LatencyRow[]> =>
  await db
    .select()
    .from(latencyDays)
    .where(and(gte(latencyDays.day, from), lte(latencyDays.day, until)))
    .orderBy(asc(latencyDays.day), asc(latencyDays.platform), asc(latencyDays.way), asc(latencyDays.span));
