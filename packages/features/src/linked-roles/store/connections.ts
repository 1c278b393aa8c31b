import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, lte } from '@tally/infra/sql';
import { type Connection, connections } from '../tables.ts';

export async function saveConnection(tx: Db, row: Connection): Promise<void> {
  const { userId: _, ...rest } = row;
  await tx.insert(connections).values(row).onConflictDoUpdate({ target: connections.userId, set: rest });
}

export async function findConnection(db: Db, userId: UserId): Promise<Connection | null> {
  const [row] = await db.select().from(connections).where(eq(connections.userId, userId));
  return row ?? null;
}

/** Changes the connection only if its token is still the same, because the person may have consented again. */
export async function changeConnection(db: Db, before: Connection, change: Partial<Connection>): Promise<void> {
  await db
    .update(connections)
    .set(change)
    .where(and(eq(connections.userId, before.userId), eq(connections.accessToken, before.accessToken)));
}

export async function deleteConnection(tx: Db, userId: UserId): Promise<Connection | null> {
  const [gone] = await tx.delete(connections).where(eq(connections.userId, userId)).returning();
  return gone ?? null;
}

/** Makes the person's facts due. Returns whether the person has a connection. */
export async function callConnection(tx: Db, userId: UserId, at: Date): Promise<boolean> {
  const called = await tx
    .update(connections)
    .set({ tellAt: at })
    .where(eq(connections.userId, userId))
    .returning({ userId: connections.userId });
  return called.length > 0;
}

export async function listDueConnections(db: Db, now: Date, limit: number): Promise<UserId[]> {
  const rows = await db
    .select({ userId: connections.userId })
    .from(connections)
    .where(lte(connections.tellAt, now))
    .orderBy(asc(connections.tellAt))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}
