import type { AuditLogKind, ChannelId, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from '@tally/infra/sql';
import type { LoggedEvent } from './match.ts';
import { type EntryRow, entries, type LogPause, type PlaceRow, places, turns } from './tables.ts';

export const listPlacesOf = async (db: Db, serverId: ServerId): Promise<PlaceRow[]> =>
  await db.select().from(places).where(eq(places.serverId, serverId));

/** Saves the log, and drops events that still wait for a channel that is no longer chosen. */
export async function savePlace(tx: Db, place: typeof places.$inferInsert): Promise<void> {
  const { streamerId, ...set } = place;
  await tx.insert(places).values(place).onConflictDoUpdate({ target: places.streamerId, set });
  await tx
    .delete(entries)
    .where(and(eq(entries.streamerId, streamerId), sql`${entries.postChannelId} <> ${place.postChannelId}`));
}

export async function deletePlaces(tx: Db, streamerIds: readonly string[]): Promise<void> {
  if (streamerIds.length > 0) await tx.delete(places).where(anyOf(places.streamerId, streamerIds));
}

/** Lists active logs of a Kick channel that include this kind of event. */
export async function listTelling(tx: Db, kickChannelId: string, kind: AuditLogKind): Promise<PlaceRow[]> {
  return await tx
    .select()
    .from(places)
    .where(and(eq(places.kickChannelId, kickChannelId), isNull(places.pausedBy), sql`${kind} = any(${places.kinds})`))
    .orderBy(asc(places.postChannelId));
}

export interface Waiting {
  readonly postChannelId: ChannelId;
  readonly postedAt: Date | null;
  readonly writingSince: Date | null;
}

/**
 * Queues an event in these logs, or only counts it if too many are waiting. Returns when each channel got its last
 * message, and since when one is being sent.
 */
export async function lineUp(
  tx: Db,
  those: readonly PlaceRow[],
  about: { readonly event: LoggedEvent; readonly now: Date; readonly mostOf: (turn: Waiting) => number },
): Promise<Waiting[]> {
  const { event, now, mostOf } = about;
  const channels = new Map(those.map(({ postChannelId, serverId }) => [postChannelId, { postChannelId, serverId }]));
  if (channels.size === 0) return [];
  // Locks the rows in a fixed order, so events of two streamers cannot deadlock.
  const held = await tx
    .insert(turns)
    .values([...channels.values()])
    .onConflictDoUpdate({ target: turns.postChannelId, set: { serverId: sql`excluded.server_id` } })
    .returning();
  const waiting = new Map(
    (
      await tx
        .select({ id: entries.postChannelId, count: sql<number>`count(*)::int` })
        .from(entries)
        .where(inArray(entries.postChannelId, [...channels.keys()]))
        .groupBy(entries.postChannelId)
    ).map(({ id, count }) => [id, count]),
  );
  const most = new Map(held.map((turn) => [turn.postChannelId, mostOf(turn)]));
  const isFull = ({ postChannelId: id }: Pick<PlaceRow, 'postChannelId'>) =>
    (waiting.get(id) ?? 0) >= (most.get(id) ?? 0);
  const rows = those
    .filter((place) => !isFull(place))
    .map(({ streamerId, postChannelId }) => ({ streamerId, postChannelId, event, heardAt: now }));
  if (rows.length > 0) await tx.insert(entries).values(rows);
  for (const { postChannelId } of those.filter(isFull)) {
    await tx
      .update(turns)
      .set({ leftOut: sql`${turns.leftOut} + 1` })
      .where(eq(turns.postChannelId, postChannelId));
  }
  return held;
}

/** Locks this channel until the transaction ends. Returns null if nothing was ever logged there. */
export async function lockTurn(tx: Db, postChannelId: ChannelId) {
  const [turn] = await tx.select().from(turns).where(eq(turns.postChannelId, postChannelId)).for('update');
  return turn ?? null;
}

export async function findTurn(db: Db, postChannelId: ChannelId) {
  const [turn] = await db.select().from(turns).where(eq(turns.postChannelId, postChannelId));
  return turn ?? null;
}

export async function beginWriting(tx: Db, postChannelId: ChannelId, writing: string, now: Date): Promise<void> {
  const set = { postedAt: now, leftOut: 0, writing, writingSince: now };
  await tx.update(turns).set(set).where(eq(turns.postChannelId, postChannelId));
}

/** Returns false if this message is no longer the one being sent, because outcomes may arrive twice. */
export async function endWriting(tx: Db, postChannelId: ChannelId, written: string, at: Date): Promise<boolean> {
  const ended = await tx
    .update(turns)
    .set({ postedAt: at, writing: null, writingSince: null })
    .where(and(eq(turns.postChannelId, postChannelId), eq(turns.writing, written)))
    .returning({ id: turns.postChannelId });
  return ended.length > 0;
}

export async function listWaiting(db: Db, postChannelId: ChannelId, limit: number): Promise<EntryRow[]> {
  return await db
    .select()
    .from(entries)
    .where(eq(entries.postChannelId, postChannelId))
    .orderBy(asc(entries.id))
    .limit(limit);
}

export async function deleteEntries(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(entries).where(inArray(entries.id, [...ids]));
}

/** Pauses all logs that post to this channel, and drops their waiting events. */
export async function pauseChannel(tx: Db, postChannelId: ChannelId, pausedBy: LogPause): Promise<void> {
  await tx.update(places).set({ pausedBy }).where(eq(places.postChannelId, postChannelId));
  await tx.delete(entries).where(eq(entries.postChannelId, postChannelId));
  await tx.update(turns).set({ leftOut: 0 }).where(eq(turns.postChannelId, postChannelId));
}

export async function resumePlace(tx: Db, streamerId: string): Promise<void> {
  await tx.update(places).set({ pausedBy: null }).where(eq(places.streamerId, streamerId));
}

export const listPaused = async (db: Db, by: readonly LogPause[]): Promise<PlaceRow[]> =>
  await db
    .select()
    .from(places)
    .where(inArray(places.pausedBy, [...by]));

/** Lists channels whose events have waited so long that their job must have been lost. */
export async function listForgotten(db: Db, before: Date): Promise<ChannelId[]> {
  const rows = await db
    .selectDistinct({ id: entries.postChannelId })
    .from(entries)
    .where(and(lt(entries.heardAt, before), isNotNull(entries.postChannelId)));
  return rows.map(({ id }) => id);
}

export async function forgetLogs(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(places).where(eq(places.serverId, serverId));
  await tx.delete(turns).where(eq(turns.serverId, serverId));
}
