import type { RecordingReason, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { type KeeperRow, keepers, type RecordingRow, recordings, vodServers } from '../tables.ts';

/** A recording and one server that has it. */
export interface Kept {
  readonly recording: RecordingRow;
  readonly keeper: KeeperRow;
}

export async function putKeepers(tx: Db, rows: readonly (typeof keepers.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(keepers)
      .values([...rows])
      .onConflictDoNothing();
}

export async function listKeepers(db: Db, recordingIds: readonly string[]): Promise<KeeperRow[]> {
  if (recordingIds.length === 0) return [];
  return await db
    .select()
    .from(keepers)
    .where(inArray(keepers.recordingId, [...recordingIds]));
}

export async function listKept(db: Db, serverIds: readonly ServerId[], limit: number): Promise<Kept[]> {
  if (serverIds.length === 0) return [];
  return await db
    .select({ recording: recordings, keeper: keepers })
    .from(keepers)
    .innerJoin(recordings, eq(recordings.id, keepers.recordingId))
    .where(inArray(keepers.serverId, [...serverIds]))
    .orderBy(desc(recordings.foundAt), desc(recordings.id))
    .limit(limit);
}

export async function findKept(db: Db, serverId: ServerId, recordingId: string): Promise<Kept | null> {
  const [row] = await db
    .select({ recording: recordings, keeper: keepers })
    .from(keepers)
    .innerJoin(recordings, eq(recordings.id, keepers.recordingId))
    .where(and(eq(keepers.serverId, serverId), eq(keepers.recordingId, recordingId)));
  return row ?? null;
}

export async function changeKeepers(
  tx: Db,
  recordingId: string,
  change: Partial<KeeperRow>,
  serverIds?: readonly ServerId[],
): Promise<void> {
  await tx
    .update(keepers)
    .set(change)
    .where(
      and(
        eq(keepers.recordingId, recordingId),
        isNull(keepers.reason),
        serverIds && inArray(keepers.serverId, [...serverIds]),
      ),
    );
}

/** Starts the time for which each server keeps the recording. */
export async function beginKeeping(tx: Db, recordingId: string, savedAt: Date): Promise<void> {
  await tx
    .update(keepers)
    .set({ allowedUntil: sql`${savedAt.toISOString()}::timestamptz + make_interval(hours => ${keepers.hours})` })
    .where(and(eq(keepers.recordingId, recordingId), isNull(keepers.reason), isNull(keepers.allowedUntil)));
}

/**
 * Lists servers whose messages link to the wrong place: to the platform although we have a copy, or to us although we
 * have none.
 */
export async function listMislinked(db: Db, limit: number): Promise<Kept[]> {
  const isHere = and(isNull(keepers.reason), isNotNull(keepers.allowedUntil), eq(keepers.isLinked, false));
  const isGone = and(isNotNull(keepers.reason), eq(keepers.isLinked, true));
  return await db
    .select({ recording: recordings, keeper: keepers })
    .from(keepers)
    .innerJoin(recordings, eq(recordings.id, keepers.recordingId))
    .where(or(isHere, isGone))
    .orderBy(keepers.recordingId, keepers.serverId)
    .limit(limit);
}

export async function markLinked(
  db: Db,
  recordingId: string,
  about: { serverIds: readonly ServerId[]; isLinked: boolean },
): Promise<void> {
  const { serverIds, isLinked } = about;
  if (serverIds.length === 0) return;
  await db
    .update(keepers)
    .set({ isLinked })
    .where(and(eq(keepers.recordingId, recordingId), inArray(keepers.serverId, [...serverIds])));
}

/** Ends expired copies. */
export async function endKeeping(db: Db, now: Date): Promise<void> {
  const reason: RecordingReason = 'expired';
  await db
    .update(keepers)
    .set({ reason })
    .where(and(isNull(keepers.reason), isNotNull(keepers.allowedUntil), lte(keepers.allowedUntil, now)));
}

export async function findKeepHours(db: Db, serverIds: readonly ServerId[]): Promise<ReadonlyMap<ServerId, number>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(vodServers)
    .where(inArray(vodServers.serverId, [...serverIds]));
  return new Map(rows.map((row) => [row.serverId, row.keepHours]));
}

export async function saveKeepHours(tx: SettingsTx, serverId: ServerId, keepHours: number | null): Promise<void> {
  if (keepHours === null) await tx.delete(vodServers).where(eq(vodServers.serverId, serverId));
  else
    await tx
      .insert(vodServers)
      .values({ serverId, keepHours })
      .onConflictDoUpdate({ target: vodServers.serverId, set: { keepHours } });
}

/** Forgets a server's copies. The sweep deletes files that no other server has. */
export async function forgetKeeper(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(keepers).where(eq(keepers.serverId, serverId));
  await tx.delete(vodServers).where(eq(vodServers.serverId, serverId));
}
