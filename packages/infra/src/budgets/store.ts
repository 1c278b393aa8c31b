import type { ReservedCalls, WantedCalls } from '@tally/kernel';
import { type Db, lockOn } from '../db/index.ts';
import { and, eq, gt, sql } from '../sql/index.ts';
import { type Division, undivided } from './shares/divide.ts';
import type { Kept } from './shares/share.ts';
import { callBudgets, callShares } from './tables.ts';

type Which = Pick<WantedCalls, 'name' | 'since'>;

/** Locks this budget until the end of the transaction. Later statements see all earlier calls of other processes. */
export async function lockBudget(tx: Db, name: string): Promise<void> {
  await lockOn(tx, `calls ${name}`);
}

export async function reserveCalls(tx: Db, { name, at, since, limit, count }: WantedCalls): Promise<ReservedCalls> {
  const used = await sumOf(tx, { name, since });
  const granted = Math.max(0, Math.min(count, limit - used));
  await tx.execute(sql`delete from call_budgets where name = ${name} and at <= ${since.toISOString()}::timestamptz`);
  if (granted > 0) await addCalls(tx, { name, at, count: granted });
  return { granted, used: used + granted };
}

export async function sumOf(db: Db, { name, since }: Which): Promise<number> {
  const [row] = await db
    .select({ used: sql<number>`coalesce(sum(${callBudgets.used}), 0)::int` })
    .from(callBudgets)
    .where(and(eq(callBudgets.name, name), gt(callBudgets.at, since)));
  return row?.used ?? 0;
}

export async function oldestOf(db: Db, { name, since }: Which): Promise<Date | null> {
  const [row] = await db
    .select({ at: callBudgets.at })
    .from(callBudgets)
    .where(and(eq(callBudgets.name, name), gt(callBudgets.at, since), gt(callBudgets.used, 0)))
    .orderBy(callBudgets.at)
    .limit(1);
  return row?.at ?? null;
}

/** Adds calls. A negative count gives calls back. Expired calls cannot be given back. */
export async function addCalls(tx: Db, { name, at, count }: Pick<WantedCalls, 'name' | 'at' | 'count'>): Promise<void> {
  if (count < 0) {
    await tx
      .update(callBudgets)
      .set({ used: sql`greatest(0, ${callBudgets.used} + ${count})` })
      .where(and(eq(callBudgets.name, name), eq(callBudgets.at, at)));
    return;
  }
  await tx
    .insert(callBudgets)
    .values({ name, at, used: count })
    .onConflictDoUpdate({
      target: [callBudgets.name, callBudgets.at],
      set: { used: sql`${callBudgets.used} + excluded.used` },
    });
}

const dbMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::double precision`;

export async function findDivision(db: Db, name: string): Promise<Kept> {
  const { rows } = await db.execute<Kept & Record<string, unknown>>(sql`
    select ${dbMs} as "dbMs", coalesce(version, 0) as version, division
      from (values (1)) as one left join call_shares on name = ${name}`);
  const [row] = rows;
  return { dbMs: row?.dbMs ?? 0, version: row?.version ?? 0, division: row?.division ?? undivided };
}

/** Saves the division. Returns the database's clock, or null if the row's version has changed. */
export async function saveDivision(
  db: Db,
  { name, division, version }: { name: string; division: Division; version: number },
): Promise<number | null> {
  const [row] = await db
    .insert(callShares)
    .values({ name, division, version: version + 1 })
    .onConflictDoUpdate({
      target: callShares.name,
      set: { division: sql`excluded.division`, version: sql`excluded.version` },
      setWhere: eq(callShares.version, version),
    })
    .returning({ dbMs });
  return row?.dbMs ?? null;
}

const SLICE_SECONDS = 10;
const sliceNow = sql`to_timestamp(floor(extract(epoch from now()) / ${SLICE_SECONDS}) * ${SLICE_SECONDS})`;

/**
 * Adds refused calls to the count of an address. Returns the counts of the last ten minutes, the newest slice of ten
 * seconds first.
 */
export async function addRefused(db: Db, name: string, count: number): Promise<number[]> {
  if (count > 0)
    await db.execute(sql`
      with old as (delete from call_budgets where name = ${name} and at < now() - interval '11 minutes')
      insert into call_budgets (name, at, used) values (${name}, ${sliceNow}, ${count})
          on conflict (name, at) do update set used = call_budgets.used + excluded.used`);
  const { rows } = await db.execute<{ age: number; used: number }>(sql`
    select (extract(epoch from ${sliceNow} - at) / ${SLICE_SECONDS})::int as age, used
      from call_budgets where name = ${name} and at > now() - interval '11 minutes'`);
  return rows.reduce<number[]>((counts, { age, used }) => {
    counts[age] = used;
    return counts;
  }, []);
}
