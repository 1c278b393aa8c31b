import type { Db } from '@tally/infra/db';
import { eq, lt, sql } from '@tally/infra/sql';
import { tries } from '../tables.ts';

export async function findTries(db: Db, who: string): Promise<{ wrong: number; since: Date } | null> {
  const [row] = await db.select({ wrong: tries.wrong, since: tries.since }).from(tries).where(eq(tries.who, who));
  return row ?? null;
}

/** Answers how many there are now, counted from the first one after `begun`. */
export async function countWrong(
  db: Db,
  who: string,
  { now, begun }: { now: Date; begun: Date },
): Promise<{ wrong: number; since: Date }> {
  const isOver = sql`${tries.since} <= ${begun.toISOString()}::timestamptz`;
  const [row] = await db
    .insert(tries)
    .values({ who, wrong: 1, since: now })
    .onConflictDoUpdate({
      target: tries.who,
      set: {
        wrong: sql`case when ${isOver} then 1 else ${tries.wrong} + 1 end`,
        since: sql`case when ${isOver} then excluded.since else ${tries.since} end`,
      },
    })
    .returning({ wrong: tries.wrong, since: tries.since });
  return row ?? { wrong: 1, since: now };
}

export async function deleteTriesBefore(db: Db, begun: Date): Promise<void> {
  await db.delete(tries).where(lt(tries.since, begun));
}

export async function deleteTriesOf(db: Db, who: string): Promise<void> {
  await db.delete(tries).where(eq(tries.who, who));
}
