import type { ChannelId, RestReason, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, inArray, isNotNull, isNull, lt } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { defaults, type StickyProgress, type StickyRow, stickies } from '../tables.ts';

export async function findSticky(db: Db, channelId: ChannelId): Promise<StickyRow | null> {
  const [row] = await db.select().from(stickies).where(eq(stickies.channelId, channelId));
  return row ?? null;
}

/** Locks the sticky until the transaction ends. */
export async function lockSticky(tx: Db, channelId: ChannelId): Promise<StickyRow | null> {
  const [row] = await tx.select().from(stickies).where(eq(stickies.channelId, channelId)).for('update');
  return row ?? null;
}

export async function lockStickyById(tx: Db, id: string): Promise<StickyRow | null> {
  const [row] = await tx.select().from(stickies).where(eq(stickies.id, id)).for('update');
  return row ?? null;
}

/** Lists the keys of these stickies' posted and pending deliveries. */
export async function listDeliveryKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { standingKey, pendingKey } = stickies;
  const rows = await db.select({ standingKey, pendingKey }).from(stickies).where(anyOf(stickies.id, ids));
  return new Set(rows.flatMap((row) => [row.standingKey ?? [], row.pendingKey ?? []].flat()));
}

export async function listStickies(db: Db, serverId: ServerId): Promise<StickyRow[]> {
  return await db
    .select()
    .from(stickies)
    .where(eq(stickies.serverId, serverId))
    .orderBy(asc(stickies.addedAt), asc(stickies.channelId));
}

export async function insertSticky(tx: SettingsTx, row: typeof stickies.$inferInsert): Promise<boolean> {
  const made = await tx.insert(stickies).values(row).onConflictDoNothing().returning({ id: stickies.id });
  return made.length > 0;
}

export async function changeSticky(
  tx: SettingsTx,
  id: string,
  change: Partial<Omit<StickyRow, 'id' | 'serverId' | 'addedAt'>>,
): Promise<void> {
  await tx.update(stickies).set(change).where(eq(stickies.id, id));
}

/** Updates a sticky's progress. Does not change its owner's settings. */
export async function trackSticky(tx: Db, id: string, change: Partial<StickyProgress>): Promise<void> {
  await tx.update(stickies).set(change).where(eq(stickies.id, id));
}

export async function deleteSticky(tx: SettingsTx, id: string): Promise<void> {
  await tx.delete(stickies).where(eq(stickies.id, id));
}

/** Lists the channels, of all servers, in which messages are counted. */
export async function listWatched(db: Db): Promise<ChannelId[]> {
  const isActive = and(isNull(stickies.pausedBy), eq(stickies.enabled, true));
  const rows = await db.select({ channelId: stickies.channelId }).from(stickies).where(isActive);
  return rows.map((row) => row.channelId);
}

export async function pauseSticky(tx: Db, id: string, pausedBy: RestReason): Promise<void> {
  await tx.update(stickies).set({ pausedBy, dueAt: null }).where(eq(stickies.id, id));
}

export async function listPaused(db: Db, reasons: readonly RestReason[]): Promise<StickyRow[]> {
  return await db
    .select()
    .from(stickies)
    .where(inArray(stickies.pausedBy, [...reasons]))
    .orderBy(asc(stickies.serverId));
}

/** Loads the stickies of many servers with one query. */
export async function listStickiesOf(db: Db, serverIds: readonly ServerId[]): Promise<StickyRow[]> {
  return await db
    .select()
    .from(stickies)
    .where(inArray(stickies.serverId, [...serverIds]));
}

/** Lists stickies whose job was lost: those that are overdue, and those without an outcome. */
export async function listForgotten(db: Db, before: Date): Promise<StickyRow[]> {
  const due = await db
    .select()
    .from(stickies)
    .where(
      and(
        lt(stickies.dueAt, before),
        isNull(stickies.pendingKey),
        isNull(stickies.pausedBy),
        eq(stickies.enabled, true),
      ),
    )
    .limit(500);
  const pending = await db
    .select()
    .from(stickies)
    .where(and(isNotNull(stickies.pendingKey), lt(stickies.pendingSince, before)))
    .limit(500);
  return [...due, ...pending];
}

export async function listDelays(db: Db, serverIds: readonly ServerId[]): Promise<ReadonlyMap<ServerId, number>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(defaults)
    .where(inArray(defaults.serverId, [...serverIds]));
  return new Map(rows.flatMap((row) => (row.delaySeconds === null ? [] : [[row.serverId, row.delaySeconds] as const])));
}

export async function saveDelay(tx: SettingsTx, serverId: ServerId, delaySeconds: number | null): Promise<void> {
  await tx
    .insert(defaults)
    .values({ serverId, delaySeconds })
    .onConflictDoUpdate({ target: defaults.serverId, set: { delaySeconds } });
}

export async function forgetStickies(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(stickies).where(eq(stickies.serverId, serverId));
  await tx.delete(defaults).where(eq(defaults.serverId, serverId));
}
