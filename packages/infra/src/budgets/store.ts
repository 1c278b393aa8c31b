import type { TakenCalls, WantedCalls } from '@tally/kernel';
import { type Db, lockOn } from '../db/index.ts';
import { and, eq, gt, sql } from '../sql/index.ts';
import { callBudgets } from './tables.ts';

type Which = Pick<WantedCalls, 'name' | 'since'>;

/** Locks this budget until the end of the transaction. Later statements see everything that was taken before. */
export async function lockBudget(tx: Db, name: string): Promise<void> {
  await lockOn(tx, `calls ${name}`);
}

export async function takeCalls(tx: Db, { name, at, since, limit, count }: WantedCalls): Promise<TakenCalls> {
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

/** A negative count gives calls back. Calls that have expired cannot be given back. */
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
