import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, lt } from '@tally/infra/sql';
import { serverChanges } from '../tables.ts';

declare const isInside: unique symbol;

/** A transaction inside the settings door. Code that writes a setting requires one, and only the door can create it. */
export type SettingsTx = Db & { readonly [isInside]: true };

export type ChangeRow = typeof serverChanges.$inferSelect;
export type NewChange = Omit<typeof serverChanges.$inferInsert, 'id'>;

export async function insertChanges(tx: Db, changes: readonly NewChange[]): Promise<void> {
  if (changes.length > 0) await tx.insert(serverChanges).values([...changes]);
}

export interface ChangeFilter {
  readonly userId?: UserId | undefined;
  readonly what?: string | undefined;
}

/** Lists changes newest first, older than `before` if it is given. */
export async function listChanges(
  db: Db,
  { serverId, before, limit, userId, what }: ChangeFilter & { serverId: ServerId; before?: bigint; limit: number },
): Promise<readonly ChangeRow[]> {
  return await db
    .select()
    .from(serverChanges)
    .where(
      and(
        eq(serverChanges.serverId, serverId),
        before === undefined ? undefined : lt(serverChanges.id, before),
        userId === undefined ? undefined : eq(serverChanges.userId, userId),
        what === undefined ? undefined : eq(serverChanges.what, what),
      ),
    )
    .orderBy(desc(serverChanges.id))
    .limit(limit);
}

/** Lists who changed settings in a server, and which settings. */
export async function listChangeKinds(db: Db, serverId: ServerId) {
  return await db
    .selectDistinct({ userId: serverChanges.userId, what: serverChanges.what })
    .from(serverChanges)
    .where(eq(serverChanges.serverId, serverId));
}

export async function listChangesOfUser(db: Db, userId: UserId): Promise<readonly ChangeRow[]> {
  return await db.select().from(serverChanges).where(eq(serverChanges.userId, userId)).orderBy(desc(serverChanges.id));
}

/** Keeps the person's changes in the audit log, but without their author. */
export async function forgetAuthor(db: Db, userId: UserId): Promise<void> {
  await db.update(serverChanges).set({ userId: null }).where(eq(serverChanges.userId, userId));
}
