import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, lt, sql } from '@tally/infra/sql';
import { tries } from '../tables.ts';

/** How many were wrong, of those that still count. */
export async function countWrong(db: Db, ownerId: UserId, who: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ wrong: tries.wrong, lastAt: tries.lastAt })
    .from(tries)
    .where(and(eq(tries.ownerId, ownerId), eq(tries.who, who)));
  return row && row.lastAt >= since ? row.wrong : 0;
}

/** Answers how many there are with this one; what is older than `since` no longer counts. */
export async function addWrong(
  db: Db,
  which: { readonly ownerId: UserId; readonly who: string },
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<number> {
  const [row] = await db
    .insert(tries)
    .values({ ...which, wrong: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [tries.ownerId, tries.who],
      set: {
        wrong: sql`case when ${tries.lastAt} < ${since.toISOString()}::timestamptz then 1 else ${tries.wrong} + 1 end`,
        lastAt: at,
      },
    })
    .returning({ wrong: tries.wrong });
  return row?.wrong ?? 1;
}

export async function forgetTries(db: Db, before: Date): Promise<void> {
  await db.delete(tries).where(lt(tries.lastAt, before));
}

export async function forgetTriesOf(tx: Db, who: string): Promise<void> {
  await tx.delete(tries).where(eq(tries.who, who));
}

export async function forgetTriesIn(db: Db, ownerId: UserId, who: string): Promise<void> {
  await db.delete(tries).where(and(eq(tries.ownerId, ownerId), eq(tries.who, who)));
}
