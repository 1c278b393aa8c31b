import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, sql } from '@tally/infra/sql';
import { type EventRow, events, tries } from '../tables.ts';

export type NewEvent = Pick<EventRow, 'giveawayId' | 'at' | 'event'> & Partial<Pick<EventRow, 'byId' | 'details'>>;

export async function insertEvents(tx: Db, rows: readonly NewEvent[]): Promise<void> {
  if (rows.length > 0) await tx.insert(events).values([...rows]);
}

export async function listEvents(db: Db, giveawayId: string): Promise<EventRow[]> {
  return await db
    .select()
    .from(events)
    .where(eq(events.giveawayId, giveawayId))
    .orderBy(asc(events.position))
    .limit(500);
}

type Which = { readonly giveawayId: string; readonly userId: UserId };

export async function findTries(
  db: Db,
  { giveawayId, userId }: Which,
): Promise<{ wrong: number; lastAt: Date } | null> {
  const [row] = await db
    .select({ wrong: tries.wrong, lastAt: tries.lastAt })
    .from(tries)
    .where(and(eq(tries.giveawayId, giveawayId), eq(tries.userId, userId)));
  return row ?? null;
}

/** Answers how many there are now; what is older than `since` no longer counts. */
export async function countWrong(db: Db, which: Which, { at, since }: { at: Date; since: Date }): Promise<number> {
  const [row] = await db
    .insert(tries)
    .values({ ...which, wrong: 1, lastAt: at })
    .onConflictDoUpdate({
      target: [tries.giveawayId, tries.userId],
      set: {
        wrong: sql`case when ${tries.lastAt} < ${since.toISOString()}::timestamptz then 1 else ${tries.wrong} + 1 end`,
        lastAt: at,
      },
    })
    .returning({ wrong: tries.wrong });
  return row?.wrong ?? 1;
}

export async function forgetTriesOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(tries).where(eq(tries.userId, userId));
}
