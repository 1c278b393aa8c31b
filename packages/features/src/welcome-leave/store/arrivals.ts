import type { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, gt, isNull, lt, ne, or, sql } from '@tally/infra/sql';
import { type Arrival, type ArrivalState, arrivals } from '../tables.ts';

const whose = (serverId: ServerId, userId: UserId) => and(eq(arrivals.serverId, serverId), eq(arrivals.userId, userId));

/** Returns false if this arrival is already known. Discord repeats events after a lost connection. */
export async function insertArrival(
  tx: Db,
  arrival: Arrival & { readonly joinedAt: Date; readonly state: 'waiting' | 'here' },
): Promise<boolean> {
  const { joinedAt, state, changedAt } = arrival;
  const rows = await tx
    .insert(arrivals)
    .values(arrival)
    .onConflictDoUpdate({
      target: [arrivals.serverId, arrivals.userId],
      set: { joinedAt, state, changedAt },
      setWhere: or(isNull(arrivals.joinedAt), lt(arrivals.joinedAt, joinedAt)),
    })
    .returning({ userId: arrivals.userId });
  return rows.length > 0;
}

export async function isWaiting(db: Db, serverId: ServerId, userId: UserId): Promise<boolean> {
  const [row] = await db.select({ state: arrivals.state }).from(arrivals).where(whose(serverId, userId));
  return row?.state === 'waiting';
}

/** Handles accepted rules. Null if the member was not waiting, or if another process has handled this. */
export async function claimWaiting(
  tx: Db,
  about: { serverId: ServerId; userId: UserId; now: Date },
): Promise<Arrival | null> {
  const [row] = await tx
    .update(arrivals)
    .set({ state: 'here', changedAt: about.now })
    .where(and(whose(about.serverId, about.userId), eq(arrivals.state, 'waiting')))
    .returning();
  return row ?? null;
}

/** Stops waiting when the server stops greeting, so members are not greeted months later. */
export async function stopWaiting(tx: Db, serverId: ServerId): Promise<void> {
  await tx
    .update(arrivals)
    .set({ state: 'here' })
    .where(and(eq(arrivals.serverId, serverId), eq(arrivals.state, 'waiting')));
}

/** Null if this departure is already known. Else the state before it; long-time members count as present. */
export async function insertLeaving(
  tx: Db,
  about: { serverId: ServerId; userId: UserId; now: Date },
): Promise<{ before: ArrivalState; joinedAt: Date | null } | null> {
  const { serverId, userId, now } = about;
  const [known] = await tx.select().from(arrivals).where(whose(serverId, userId)).for('update');
  if (known?.state === 'left') return null;
  const values = { serverId, userId, joinedAt: known?.joinedAt ?? null, state: 'left', changedAt: now } as const;
  const rows = await tx
    .insert(arrivals)
    .values(values)
    .onConflictDoUpdate({
      target: [arrivals.serverId, arrivals.userId],
      set: { state: 'left', changedAt: now },
      setWhere: ne(arrivals.state, 'left'),
    })
    .returning({ userId: arrivals.userId });
  return rows.length > 0 ? { before: known?.state ?? 'here', joinedAt: known?.joinedAt ?? null } : null;
}

/** Counts arrivals and departures since a moment, up to `most`. */
export async function countSince(tx: Db, serverId: ServerId, about: { since: Date; most: number }): Promise<number> {
  const recent = tx
    .select({ one: sql`1` })
    .from(arrivals)
    .where(and(eq(arrivals.serverId, serverId), gt(arrivals.changedAt, about.since)))
    .limit(about.most)
    .as('recent');
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(recent);
  return row?.count ?? 0;
}

export async function deleteLeftBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(arrivals).where(and(eq(arrivals.state, 'left'), lt(arrivals.changedAt, moment)));
}

export async function deleteArrivalsIn(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(arrivals).where(eq(arrivals.serverId, serverId));
}

export async function deleteArrivalsOf(db: Db, userId: UserId): Promise<void> {
  await db.delete(arrivals).where(eq(arrivals.userId, userId));
}

export async function listArrivalsOf(db: Db, userId: UserId): Promise<Arrival[]> {
  return await db.select().from(arrivals).where(eq(arrivals.userId, userId));
}
