import type { Component, HealthDay } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { asc, gte, lt, sql } from '@tally/infra/sql';
import { type HealthRow, health, healthDays } from '../tables.ts';

export const listHealth = async (db: Db): Promise<HealthRow[]> => await db.select().from(health);

/** Locks the rows, so two processes do not count the same half minute. */
export async function lockHealth(tx: Db): Promise<HealthRow[]> {
  await lockOn(tx, 'status/health');
  return await listHealth(tx);
}

export async function saveHealth(tx: Db, rows: readonly HealthRow[]): Promise<void> {
  if (rows.length === 0) return;
  const set = {
    state: sql`excluded.state`,
    streak: sql`excluded.streak`,
    sampledAt: sql`excluded.sampled_at`,
    sampledMs: sql`excluded.sampled_ms`,
  };
  await tx
    .insert(health)
    .values([...rows])
    .onConflictDoUpdate({ target: health.component, set });
}

/** One day's samples of a component. */
export type DayCount = Omit<HealthDay, 'state'> & { readonly component: Component };

export async function addToDays(tx: Db, counts: readonly DayCount[]): Promise<void> {
  if (counts.length === 0) return;
  await tx
    .insert(healthDays)
    .values([...counts])
    .onConflictDoUpdate({
      target: [healthDays.component, healthDays.day],
      set: { good: sql`health_days.good + excluded.good`, bad: sql`health_days.bad + excluded.bad` },
    });
}

export const listDays = async (db: Db, from: string): Promise<DayCount[]> =>
  await db.select().from(healthDays).where(gte(healthDays.day, from)).orderBy(asc(healthDays.day));

export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await db.delete(healthDays).where(lt(healthDays.day, day));
}
