import type { Platform, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from '@tally/infra/sql';
import { keepers, type RecordingRow, recordings } from '../tables.ts';

/** Returns the existing row if another process was faster. */
export async function putRecording(tx: Db, row: typeof recordings.$inferInsert): Promise<RecordingRow> {
  const [made] = await tx.insert(recordings).values(row).onConflictDoNothing().returning();
  return made ?? (await getByVideo(tx, row.platform, row.videoId));
}

async function getByVideo(db: Db, platform: Platform, videoId: string): Promise<RecordingRow> {
  const [row] = await db
    .select()
    .from(recordings)
    .where(and(eq(recordings.platform, platform), eq(recordings.videoId, videoId)));
  if (!row) throw new Error('a recording could not be stored and does not exist');
  return row;
}

export async function findRecording(db: Db, id: string): Promise<RecordingRow | null> {
  const [row] = await db.select().from(recordings).where(eq(recordings.id, id));
  return row ?? null;
}

export async function lockRecording(tx: Db, id: string): Promise<RecordingRow | null> {
  const [row] = await tx.select().from(recordings).where(eq(recordings.id, id)).for('update');
  return row ?? null;
}

export async function listLatest(db: Db, limit: number): Promise<RecordingRow[]> {
  return await db.select().from(recordings).orderBy(desc(recordings.foundAt), desc(recordings.id)).limit(limit);
}

export async function changeRecording(tx: Db, id: string, change: Partial<RecordingRow>): Promise<void> {
  await tx.update(recordings).set(change).where(eq(recordings.id, id));
}

/**
 * Claims a recording for one process. At most `atOnce` recordings are saved at a time. Null if none may be claimed now.
 */
export async function claimRecording(
  tx: Db,
  id: string,
  { now, until, atOnce }: { readonly now: Date; readonly until: Date; readonly atOnce: number },
): Promise<RecordingRow | null> {
  // Makes concurrent claims wait for each other.
  const open = await tx
    .select({ id: recordings.id, busyUntil: recordings.busyUntil })
    .from(recordings)
    .where(inArray(recordings.state, ['waiting', 'saving']))
    .orderBy(recordings.id)
    .for('update');
  const others = open.filter((each) => each.id !== id && each.busyUntil !== null && each.busyUntil > now);
  if (others.length >= atOnce) return null;
  const [row] = await tx
    .update(recordings)
    .set({ busyUntil: until, nextTryAt: null, state: 'saving', tries: sql`${recordings.tries} + 1` })
    .where(
      and(
        eq(recordings.id, id),
        inArray(recordings.state, ['waiting', 'saving']),
        or(isNull(recordings.busyUntil), lte(recordings.busyUntil, now)),
        or(isNull(recordings.nextTryAt), lte(recordings.nextTryAt, now)),
      ),
    )
    .returning();
  return row ?? null;
}

/** Extends the claim. Returns false if the recording was cancelled. */
export async function keepClaim(db: Db, id: string, change: { busyUntil: Date; doneBytes: number }): Promise<boolean> {
  const kept = await db
    .update(recordings)
    .set(change)
    .where(and(eq(recordings.id, id), eq(recordings.state, 'saving')))
    .returning({ id: recordings.id });
  return kept.length > 0;
}

/** Ends the work on a recording, unless it was cancelled since. Returns whether the recording was still wanted. */
export async function closeClaim(tx: Db, id: string, change: Partial<RecordingRow>): Promise<boolean> {
  const closed = await tx
    .update(recordings)
    .set({ ...change, busyUntil: null })
    .where(and(eq(recordings.id, id), eq(recordings.state, 'saving')))
    .returning({ id: recordings.id });
  return closed.length > 0;
}

/** Lists unsaved recordings that no process has worked on since. */
export async function listForgotten(db: Db, before: Date): Promise<string[]> {
  const since = sql`coalesce(${recordings.busyUntil}, ${recordings.nextTryAt}, ${recordings.foundAt})`;
  const rows = await db
    .select({ id: recordings.id })
    .from(recordings)
    .where(and(inArray(recordings.state, ['waiting', 'saving']), lte(since, before.toISOString())))
    .limit(500);
  return rows.map(({ id }) => id);
}

const space = sql<string>`coalesce(sum(case when ${recordings.state} = 'kept' then ${recordings.bytes} else ${recordings.reckonedBytes} end), 0)`;
const takesSpace = or(
  eq(recordings.state, 'kept'),
  and(eq(recordings.state, 'saving'), isNotNull(recordings.reckonedBytes)),
);

/** Adds up the space of saved and pending recordings, except the given one. */
export async function sumSpace(db: Db, except = ''): Promise<number> {
  const [row] = await db
    .select({ space })
    .from(recordings)
    .where(and(takesSpace, ne(recordings.id, except)));
  return Number(row?.space ?? 0);
}

/** Adds up the recordings' space per server. A shared file counts for each server. */
export async function sumSpaceOf(
  db: Db,
  serverIds: readonly ServerId[],
  except = '',
): Promise<ReadonlyMap<ServerId, number>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .select({ serverId: keepers.serverId, space })
    .from(keepers)
    .innerJoin(recordings, eq(recordings.id, keepers.recordingId))
    .where(
      and(inArray(keepers.serverId, [...serverIds]), isNull(keepers.reason), takesSpace, ne(recordings.id, except)),
    )
    .groupBy(keepers.serverId);
  return new Map(rows.map((row) => [row.serverId, Number(row.space)]));
}

export async function countStored(db: Db): Promise<number> {
  return await db.$count(recordings, isNotNull(recordings.fileKey));
}

/** Lists stored or pending recordings that no server wants. */
export async function listUnwanted(db: Db, limit: number): Promise<RecordingRow[]> {
  const held = db
    .select({ one: sql`1` })
    .from(keepers)
    .where(and(eq(keepers.recordingId, recordings.id), isNull(keepers.reason)));
  return await db
    .select()
    .from(recordings)
    .where(and(inArray(recordings.state, ['waiting', 'saving', 'kept']), notExists(held)))
    .limit(limit);
}

/** Forgets recordings that ended long ago. */
export async function forgetOver(db: Db, before: Date): Promise<void> {
  await db
    .delete(recordings)
    .where(
      and(
        inArray(recordings.state, ['link', 'failed', 'over']),
        isNull(recordings.fileKey),
        lte(recordings.foundAt, before),
      ),
    );
}
