import type { ChannelId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../settings/index.ts';
import { type CounterRow, counters } from './tables.ts';

/** Returns false if a counter of this kind already exists. */
export async function addCounter(tx: SettingsTx, row: typeof counters.$inferInsert): Promise<boolean> {
  const added = await tx.insert(counters).values(row).onConflictDoNothing().returning({ id: counters.channelId });
  return added.length > 0;
}

export async function listCounters(db: Db, serverId: ServerId): Promise<CounterRow[]> {
  return db
    .select()
    .from(counters)
    .where(eq(counters.serverId, serverId))
    .orderBy(asc(counters.createdAt), asc(counters.channelId));
}

export async function listCountersOf(db: Db, streamerIds: readonly string[]): Promise<CounterRow[]> {
  if (streamerIds.length === 0) return [];
  return db
    .select()
    .from(counters)
    .where(inArray(counters.streamerId, [...streamerIds]));
}

export async function pageCounters(db: Db, after: string, limit: number): Promise<CounterRow[]> {
  return db
    .select()
    .from(counters)
    .where(gt(counters.channelId, after as ChannelId))
    .orderBy(asc(counters.channelId))
    .limit(limit);
}

export async function listCountedStreamers(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: counters.streamerId })
    .from(counters)
    .where(and(isNotNull(counters.streamerId), eq(counters.kind, 'liveUpdates')));
  return rows.flatMap(({ id }) => id ?? []);
}

export async function lockCounter(tx: Db, channelId: ChannelId): Promise<CounterRow | null> {
  const [row] = await tx.select().from(counters).where(eq(counters.channelId, channelId)).for('update');
  return row ?? null;
}

/** Sets the next name, which replaces a waiting one. Returns false if there is nothing to do. */
export async function wantName(tx: Db, channelId: ChannelId, wanted: string, now: Date): Promise<boolean> {
  const [row] = await tx
    .update(counters)
    .set({
      wanted,
      dueAt: sql`case when ${counters.pausedBy} is null and ${counters.shown} <> ${wanted}
                      then coalesce(${counters.dueAt}, ${now.toISOString()}::timestamptz) end`,
    })
    .where(and(eq(counters.channelId, channelId), sql`${counters.wanted} <> ${wanted}`))
    .returning({ dueAt: counters.dueAt });
  return Boolean(row?.dueAt);
}

export async function changeCounter(tx: Db, channelId: ChannelId, change: Partial<CounterRow>): Promise<void> {
  await tx.update(counters).set(change).where(eq(counters.channelId, channelId));
}

/** Lists overdue channels whose job was lost, and channels paused for a permission since `restingBefore`. */
export async function listToCall(db: Db, about: { dueBefore: Date; restingBefore: Date }): Promise<CounterRow[]> {
  return db
    .select()
    .from(counters)
    .where(
      or(
        lte(counters.dueAt, about.dueBefore),
        and(isNull(counters.dueAt), eq(counters.pausedBy, 'permissions'), lt(counters.pausedAt, about.restingBefore)),
      ),
    );
}

export async function deleteCounters(tx: SettingsTx, channelIds: readonly ChannelId[]): Promise<void> {
  if (channelIds.length > 0) await tx.delete(counters).where(inArray(counters.channelId, [...channelIds]));
}

export async function forgetCounters(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(counters).where(eq(counters.serverId, serverId));
}

export const countCounters = (db: Db): Promise<number> => db.$count(counters);
