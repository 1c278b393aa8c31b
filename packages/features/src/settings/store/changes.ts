import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, lt } from '@tally/infra/sql';
import { serverChanges } from '../tables.ts';

declare const isInside: unique symbol;

/**
 * A transaction inside the door of settings. Code that writes a setting requires one, and only the door provides it.
 */
export type SettingsTx = Db & { readonly [isInside]: true };

export type ChangeRow = typeof serverChanges.$inferSelect;
export type NewChange = Omit<typeof serverChanges.$inferInsert, 'id'>;

export async function insertChanges(tx: Db, changes: readonly NewChange[]): Promise<void> {
  if (changes.length > 0) await tx.insert(serverChanges).values([...changes]);
}

/** Newest first, older than `before` if it is given. */
export async function listChanges(
  db: Db,
  { serverId, before, limit }: { serverId: ServerId; before: bigint | null; limit: number },
): Promise<readonly ChangeRow[]> {
  const ofServer = eq(serverChanges.serverId, serverId);
  return await db
    .select()
    .from(serverChanges)
    .where(before === null ? ofServer : and(ofServer, lt(serverChanges.id, before)))
    .orderBy(desc(serverChanges.id))
    .limit(limit);
}

export async function listChangesOfUser(db: Db, userId: UserId): Promise<readonly ChangeRow[]> {
  return await db.select().from(serverChanges).where(eq(serverChanges.userId, userId)).orderBy(desc(serverChanges.id));
}

/** Keeps the change in the server's record without its author. */
export async function forgetAuthor(db: Db, userId: UserId): Promise<void> {
  await db.update(serverChanges).set({ userId: null }).where(eq(serverChanges.userId, userId));
}
