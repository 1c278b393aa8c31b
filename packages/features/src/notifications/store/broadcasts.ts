import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, isNotNull, isNull, sql } from '@tally/infra/sql';
import { type Broadcast, broadcasts, type CreatorStream, creatorStreams } from '../tables.ts';

const idsOf = (ids: readonly string[]) => sql`${sql.param([...new Set(ids)])}::uuid[]`;

/** Locks the latest broadcast of each creator. Lock the creators first. */
export async function lockLatest(tx: Db, creatorIds: readonly string[]): Promise<Broadcast[]> {
  if (creatorIds.length === 0) return [];
  const latest = sql`(
    select last.id from unnest(${idsOf(creatorIds)}) as wanted (id)
     cross join lateral (
       select b.id from creator_broadcasts b where b.creator_id = wanted.id
        order by (b.closed_at is null) desc, b.opened_at desc limit 1) last)`;
  return tx
    .select()
    .from(broadcasts)
    .where(sql`${broadcasts.id} in ${latest}`)
    .orderBy(asc(broadcasts.id))
    .for('update');
}

/** Locks in the order of the ids, which prevents deadlocks. */
export async function lockBroadcasts(tx: Db, ids: readonly string[]): Promise<Broadcast[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(broadcasts)
    .where(sql`${broadcasts.id} = any(${idsOf(ids)})`)
    .orderBy(asc(broadcasts.id))
    .for('update');
}

export async function listBroadcasts(db: Db, ids: readonly string[]): Promise<Broadcast[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(broadcasts)
    .where(sql`${broadcasts.id} = any(${idsOf(ids)})`);
}

export async function insertBroadcasts(tx: Db, rows: readonly Broadcast[]): Promise<void> {
  if (rows.length > 0) await tx.insert(broadcasts).values([...rows]);
}

/** Reopens these broadcasts. If another broadcast of the same creator is running, that one stays open instead. */
export async function reopen(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update creator_broadcasts b set closed_at = null
     where b.id = any(${idsOf(ids)}) and b.closed_at is not null
       and not exists (select 1 from creator_broadcasts o where o.creator_id = b.creator_id and o.closed_at is null)`);
}

/** Closes the broadcasts without live streams, and returns them. */
export async function closeFinished(tx: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    update creator_broadcasts b set closed_at = ${now.toISOString()}::timestamptz
     where b.id = any(${idsOf(ids)}) and b.closed_at is null
       and not exists (select 1 from creator_streams s where s.broadcast_id = b.id and s.over_at is null)
    returning b.id`);
  return new Set(rows.map((row) => row.id));
}

/** Lists open broadcasts without a live stream, whose last streamer was unfollowed. */
export async function listDeserted(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from creator_broadcasts b
     where b.closed_at is null
       and not exists (select 1 from creator_streams s where s.broadcast_id = b.id and s.over_at is null)
     order by b.id limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Sorts by the order of joining. */
const inOrder = [asc(creatorStreams.joinedAt), asc(creatorStreams.streamerId)];

export async function listStreamsOf(db: Db, broadcastIds: readonly string[]): Promise<CreatorStream[]> {
  if (broadcastIds.length === 0) return [];
  return db
    .select()
    .from(creatorStreams)
    .where(sql`${creatorStreams.broadcastId} = any(${idsOf(broadcastIds)})`)
    .orderBy(...inOrder);
}

/** Lists the streams that belong to a broadcast. */
export async function listStreamsIn(
  db: Db,
  streams: readonly Pick<CreatorStream, 'streamerId' | 'sessionId'>[],
): Promise<CreatorStream[]> {
  if (streams.length === 0) return [];
  const streamers = idsOf(streams.map(({ streamerId }) => streamerId));
  const sessions = idsOf(streams.map(({ sessionId }) => sessionId));
  return db
    .select()
    .from(creatorStreams)
    .where(sql`${creatorStreams.streamerId} = any(${streamers}) and ${creatorStreams.sessionId} = any(${sessions})`)
    .orderBy(...inOrder);
}

export async function listStreamsOfSessions(db: Db, sessionIds: readonly string[]): Promise<CreatorStream[]> {
  return db
    .select()
    .from(creatorStreams)
    .where(anyOf(creatorStreams.sessionId, sessionIds))
    .orderBy(...inOrder);
}

export async function insertStreams(tx: Db, rows: readonly (typeof creatorStreams.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(creatorStreams)
      .values([...rows])
      .onConflictDoNothing();
}

/** Ends these streams. Returns the broadcasts that they belonged to. */
export async function endStreams(
  tx: Db,
  about: { sessionIds: readonly string[]; streamerIds: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await tx
    .update(creatorStreams)
    .set({ overAt: about.now })
    .where(
      and(
        anyOf(creatorStreams.sessionId, about.sessionIds),
        anyOf(creatorStreams.streamerId, about.streamerIds),
        isNull(creatorStreams.overAt),
      ),
    )
    .returning({ id: creatorStreams.broadcastId });
  return rows.map((row) => row.id);
}

/** Handles a stream that came back for these streamers. Returns the broadcasts that it rejoins. */
export async function reviveStreams(tx: Db, sessionId: string, streamerIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .update(creatorStreams)
    .set({ overAt: null })
    .where(
      and(
        eq(creatorStreams.sessionId, sessionId),
        anyOf(creatorStreams.streamerId, streamerIds),
        isNotNull(creatorStreams.overAt),
      ),
    )
    .returning({ id: creatorStreams.broadcastId });
  return rows.map((row) => row.id);
}

/** Returns which of these streamers are already part of a broadcast with this session. */
export async function listTaken(tx: Db, sessionId: string, streamerIds: readonly string[]): Promise<Set<string>> {
  if (streamerIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: creatorStreams.streamerId })
    .from(creatorStreams)
    .where(and(eq(creatorStreams.sessionId, sessionId), anyOf(creatorStreams.streamerId, streamerIds)));
  return new Set(rows.map((row) => row.id));
}

/** Deletes old broadcasts and their streams. Returns how many broadcasts were deleted. */
export async function deleteClosedBefore(db: Db, moment: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from creator_broadcasts where id in (
      select id from creator_broadcasts where closed_at < ${moment.toISOString()}::timestamptz
       order by closed_at limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}
