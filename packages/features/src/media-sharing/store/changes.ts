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

/** Keeps the change in the owner's record without its author. */
export async function forgetAuthor(tx: Db, userId: UserId): Promise<void> {
  // A table from version 0.5.
  await tx.execute(sql`delete from media_tries where who = ${userId}`);
  await tx.update(changes).set({ userId: null }).where(eq(changes.userId, userId));
}
