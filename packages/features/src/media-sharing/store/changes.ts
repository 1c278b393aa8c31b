import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { desc, eq, sql } from '@tally/infra/sql';
import { changes } from '../tables.ts';

export async function insertChange(tx: Db, change: Omit<typeof changes.$inferInsert, 'id'>): Promise<void> {
  await tx.insert(changes).values(change);
}

export async function listChanges(db: Db, ownerId: UserId): Promise<(typeof changes.$inferSelect)[]> {
  return await db.select().from(changes).where(eq(changes.ownerId, ownerId)).orderBy(desc(changes.id)).limit(1_000);
}

/** Removes a deleted person from changes that they made. The owner's record keeps the changes. */
export async function forgetAuthor(tx: Db, userId: UserId): Promise<void> {
  // Only version 0.5 wrote to this table, but it may still contain rows.
  await tx.execute(sql`delete from media_tries where who = ${userId}`);
  await tx.update(changes).set({ userId: null }).where(eq(changes.userId, userId));
}
