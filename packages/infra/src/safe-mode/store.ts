import type { SafeMode, SafeReason } from '@tally/contract';
import type { Db } from '../db/index.ts';
import { eq, sql } from '../sql/index.ts';
import { processStarts, safeModes } from './tables.ts';

export const SAFE_MODE_CHANNEL = 'tally_safe_mode';

const callOut = (db: Db) => db.execute(sql`select pg_notify(${SAFE_MODE_CHANNEL}, '')`);

export interface Found {
  readonly current: SafeMode | null;
  readonly forgetBefore: Date | null;
}

export async function findSafeMode(db: Db): Promise<Found> {
  const [row] = await db.select().from(safeModes);
  const current = row?.reason ? { reason: row.reason, since: row.since } : null;
  return { current, forgetBefore: row?.forgetBefore ?? null };
}

/** The first reason stays until staff leave safe mode. */
export async function enterSafeMode(db: Db, reason: SafeReason, now: Date): Promise<void> {
  await db
    .insert(safeModes)
    .values({ reason, since: now })
    .onConflictDoUpdate({
      target: safeModes.id,
      set: { reason, since: now },
      setWhere: sql`${safeModes.reason} is null`,
    });
  await callOut(db);
}

/** Every process resumes sending when the transaction commits. */
export async function leaveSafeMode(db: Db, forgetBefore: Date | null): Promise<void> {
  await db.update(safeModes).set({ reason: null, forgetBefore });
  await callOut(db);
}

/** Records a start. Returns how many earlier starts of this process in this period did not end regularly. */
export async function addStart(db: Db, process: string, withinSeconds: number): Promise<number> {
  await db.execute(sql`
    delete from process_starts where started_at < now() - make_interval(secs => ${withinSeconds})`);
  const earlier = await db.$count(processStarts, eq(processStarts.process, process));
  await db.insert(processStarts).values({ process, startedAt: sql`now()` });
  return earlier;
}

export async function deleteStarts(db: Db, process: string): Promise<void> {
  await db.delete(processStarts).where(eq(processStarts.process, process));
}
