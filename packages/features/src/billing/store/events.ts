import type { Db } from '@tally/infra/db';
import { and, eq, isNull, lt, lte } from '@tally/infra/sql';
import { stripeEvents } from '../tables.ts';

/** Returns false if the event was stored before. */
export async function saveEvent(tx: Db, row: Omit<typeof stripeEvents.$inferSelect, 'appliedAt'>): Promise<boolean> {
  const { rowCount } = await tx
    .insert(stripeEvents)
    .values({ ...row, appliedAt: null })
    .onConflictDoNothing();
  return (rowCount ?? 0) > 0;
}

/** Marks this subject's events as applied if they existed when we called Stripe. */
export async function markApplied(db: Db, subject: string, at: Date): Promise<void> {
  await db
    .update(stripeEvents)
    .set({ appliedAt: at })
    .where(and(eq(stripeEvents.subject, subject), isNull(stripeEvents.appliedAt), lte(stripeEvents.receivedAt, at)));
}

export async function deleteEventsBefore(db: Db, before: Date): Promise<number> {
  const { rowCount } = await db.delete(stripeEvents).where(lt(stripeEvents.receivedAt, before));
  return rowCount ?? 0;
}
