import type { NotificationSeverity, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { desc, eq, sql } from '@tally/infra/sql';
import { bellItems, users } from '../tables.ts';

export type BellRow = typeof bellItems.$inferSelect;

export interface NewBellItem {
  readonly severity: NotificationSeverity;
  readonly title: string;
  readonly message: string;
  readonly actionUrl: string | null;
  /** Jobs that may run twice set a key, and the bell stores each key only once. */
  readonly key?: string;
}

/** Adds a line and deletes the oldest ones beyond `keep`. A person who never logged in has no bell. */
export async function ring(
  db: Db,
  { userId, item, now, keep }: { userId: UserId; item: NewBellItem; now: Date; keep: number },
): Promise<void> {
  const isKnown = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (isKnown.length === 0) return;
  await db
    .insert(bellItems)
    .values({ userId, ...item, isRead: false, createdAt: now })
    .onConflictDoNothing();
  await db.delete(bellItems).where(
    sql`${bellItems.userId} = ${userId} and ${bellItems.id} <= (
      select id from bell_items where user_id = ${userId} order by id desc offset ${keep} limit 1)`,
  );
}

export async function listBell(db: Db, userId: UserId): Promise<readonly BellRow[]> {
  return await db.select().from(bellItems).where(eq(bellItems.userId, userId)).orderBy(desc(bellItems.id));
}

export async function markBell(db: Db, userId: UserId, isRead: boolean): Promise<void> {
  await db.update(bellItems).set({ isRead }).where(eq(bellItems.userId, userId));
}

export async function emptyBell(db: Db, userId: UserId): Promise<void> {
  await db.delete(bellItems).where(eq(bellItems.userId, userId));
}
