import type { Db } from '../db/index.ts';
import { and, eq, lte, sql } from '../sql/index.ts';
import { tries } from './tables.ts';

interface Which {
  readonly about: string;
  readonly who: string;
}

export interface Counted {
  readonly count: number;
  readonly until: Date;
}

const isOne = ({ about, who }: Which) => and(eq(tries.about, about), eq(tries.who, who));

/** Adds an attempt. An expired count starts again. One statement counts concurrent attempts correctly. */
export async function addTry(db: Db, which: Which, { now, until }: { now: Date; until: Date }): Promise<Counted> {
  const isOver = sql`${tries.until} <= ${now.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(tries)
    .values({ ...which, count: 1, until })
    .onConflictDoUpdate({
      target: [tries.about, tries.who],
      set: {
        count: sql`case when ${isOver} then 1 else ${tries.count} + 1 end`,
        until: sql`case when ${isOver} then excluded.until else ${tries.until} end`,
      },
    })
    .returning({ count: tries.count, until: tries.until });
  return row ?? { count: 1, until };
}

export async function findCount(db: Db, which: Which): Promise<Counted | null> {
  const [row] = await db.select({ count: tries.count, until: tries.until }).from(tries).where(isOne(which));
  return row ?? null;
}

export async function takeOne(db: Db, which: Which): Promise<void> {
  await db
    .update(tries)
    .set({ count: sql`greatest(0, ${tries.count} - 1)` })
    .where(isOne(which));
}

export async function deleteOver(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.delete(tries).where(lte(tries.until, now));
  return rowCount ?? 0;
}

export async function deleteOf(db: Db, who: string): Promise<void> {
  await db.delete(tries).where(eq(tries.who, who));
}
