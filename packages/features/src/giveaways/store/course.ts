import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { asc, eq } from '@tally/infra/sql';
import { type EventRow, events } from '../tables.ts';

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

/** Keeps a deleted person's events, but removes the person. */
export async function forgetActor(tx: Db, userId: UserId): Promise<void> {
  await tx.update(events).set({ byId: null }).where(eq(events.byId, userId));
}
