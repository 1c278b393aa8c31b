import type { Platform } from '@tally/contract';
import { anyOf, columnsOf, type Db, inOneGo, rowOf, sheetOf } from '@tally/infra/db';
import { and, asc, eq, exists, gte, isNotNull, isNull, lte, type SQL, sql } from '@tally/infra/sql';
import type { Channel } from '@tally/kernel';
import type { Strand } from '../session/strand.ts';
import { channels, type SessionRow, streamSessions } from '../tables.ts';
import { asChannel, nameOf } from './channels.ts';
import { listLater } from './strands.ts';

type Named = Pick<SessionRow, 'platform' | 'channelId'>;

/** Returns the open session if there is one, otherwise the last. */
export async function findLatestSession(db: Db, platform: Platform, channelId: string): Promise<SessionRow | null> {
  const { rows } = await db.execute(readingLatest([{ platform, channelId }]));
  return latestIn(rows).get(nameOf({ platform, channelId })) ?? null;
}

/** Selects the latest sessions of many channels. */
export function readingLatest(those: readonly Named[]): SQL {
  const column = (key: keyof Named) => sql.param(those.map((each) => each[key]));
  return sql`
    select ${columnsOf(streamSessions, 's')}
      from unnest(${column('platform')}::text[], ${column('channelId')}::text[]) as c (platform, channel_id),
           lateral (select * from stream_sessions o
                     where o.platform = c.platform and o.channel_id = c.channel_id
                     order by (o.ended_at is null) desc, o.started_at desc, o.detected_at desc limit 1) s`;
}

/** Sessions keyed by `nameOf`. Channels that were never live are left out. */
export const latestIn = (rows: readonly Record<string, unknown>[]): ReadonlyMap<string, SessionRow> =>
  new Map(rows.map((row) => rowOf(streamSessions, row)).map((row) => [nameOf(row), row]));

/** Returns the start times of the newest streams by channel. */
export async function listStarts(
  db: Db,
  platform: Platform,
  channelIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, readonly Date[]>> {
  const rows = await db
    .select({ channelId: streamSessions.channelId, startedAt: streamSessions.startedAt })
    .from(streamSessions)
    .where(
      and(
        eq(streamSessions.platform, platform),
        anyOf(streamSessions.channelId, channelIds),
        gte(streamSessions.startedAt, since),
      ),
    );
  const found = Map.groupBy(rows, ({ channelId }) => channelId);
  return new Map([...found].map(([id, list]) => [id, list.map(({ startedAt }) => startedAt)]));
}

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(streamSessions).where(eq(streamSessions.id, id));
  return row ?? null;
}

/** A session with its channel. */
export interface Stream {
  readonly session: SessionRow;
  /** The session and the streams that continued it. */
  readonly strand: Strand;
  readonly channel: Channel;
}

export const isOfSession = and(
  eq(channels.platform, streamSessions.platform),
  eq(channels.channelId, streamSessions.channelId),
);

export async function listStreams(db: Db, ids: readonly string[]): Promise<Stream[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ session: streamSessions, channel: channels })
    .from(streamSessions)
    .innerJoin(channels, isOfSession)
    .where(anyOf(streamSessions.id, ids));
  const strandOf = await listLater(
    db,
    rows.map(({ session }) => session),
  );
  return rows.map(({ session, channel }) => ({ session, strand: strandOf(session), channel: asChannel(channel) }));
}

/** A session is live unless it is closed or silent. */
export const isOnAir = and(isNull(streamSessions.endedAt), isNull(streamSessions.graceTold));

/** Lists which of these channels are live, on all platforms, in one query. */
export async function listLiveStreams(db: Db, wanted: readonly Named[]): Promise<Stream[]> {
  if (wanted.length === 0) return [];
  const column = (key: keyof Named) => sql.param(wanted.map((each) => each[key]));
  const isWanted = sql`(${streamSessions.platform}, ${streamSessions.channelId}) in (
    select * from unnest(${column('platform')}::text[], ${column('channelId')}::text[]))`;
  const rows = await db
    .select({ session: streamSessions, channel: channels })
    .from(streamSessions)
    .innerJoin(channels, isOfSession)
    .where(and(isOnAir, isWanted));
  return rows.map(({ session, channel }) => ({ session, strand: [session], channel: asChannel(channel) }));
}

/** Returns the open sessions of many channels, for lists. */
export async function listOpenSessions(
  db: Db,
  platform: Platform,
  channelIds: readonly string[],
): Promise<SessionRow[]> {
  if (channelIds.length === 0) return [];
  return db
    .select()
    .from(streamSessions)
    .where(and(eq(streamSessions.platform, platform), anyOf(streamSessions.channelId, channelIds), isOnAir));
}

export type NewSession = Pick<SessionRow, (typeof atFirst)[number]>;
export type SessionChange = Partial<Omit<SessionRow, 'id'>>;

/** The columns that are known when a session begins. */
const atFirst = [
  'id',
  'platform',
  'channelId',
  'streamId',
  'startedAt',
  'detectedAt',
  'toldAt',
  'arrivedAt',
  'lastSeenAt',
  'url',
  'details',
  'peakViewers',
  'hintedAt',
  'viewerSum',
  'viewerSamples',
  'categories',
  'longestGrace',
] as const satisfies readonly (keyof SessionRow)[];

/** Stores changed sessions. Changes of the same columns share a statement. */
export async function keepSessions(
  tx: Db,
  { opened = [], changed }: { opened?: readonly NewSession[]; changed: ReadonlyMap<string, SessionChange> },
): Promise<void> {
  const rows = [...changed].map(([id, change]) => ({ id, ...change }));
  const alike = Map.groupBy(rows, (row) => Object.keys(row).toSorted().join()).values();
  // Changes come first: a channel can have only one open session, so the old one must close before the next opens.
  await inOneGo(tx, [...[...alike].map(changing), ...(opened.length > 0 ? [opening(opened)] : [])]);
}

function opening(sessions: readonly NewSession[]): SQL {
  const { names, shape, write } = sheetOf(streamSessions, atFirst);
  return sql`
    insert into stream_sessions (${names})
    select ${names} from jsonb_to_recordset(${write(sessions)}::jsonb) as n (${shape})`;
}

function changing(rows: readonly SessionChange[]): SQL {
  const keys = Object.keys(rows[0] ?? {}).toSorted() as (keyof SessionRow)[];
  const { changes, shape, write } = sheetOf(streamSessions, keys);
  return sql`
    update stream_sessions s set ${changes}
      from jsonb_to_recordset(${write(rows)}::jsonb) as n (${shape})
     where s.id = n.id`;
}

/** Returns silent sessions with a grace period that has run out. */
export async function listDueGraces(
  db: Db,
  now: Date,
  limit: number,
): Promise<Pick<SessionRow, 'id' | 'platform' | 'channelId'>[]> {
  return db
    .select({ id: streamSessions.id, platform: streamSessions.platform, channelId: streamSessions.channelId })
    .from(streamSessions)
    .where(lte(streamSessions.nextGraceAt, now))
    .orderBy(asc(streamSessions.nextGraceAt))
    .limit(limit);
}

/** Returns ended streams whose recording we are still looking for. */
export async function listRecordingsDue(db: Db, platform: Platform, now: Date, limit: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(streamSessions)
    .where(and(eq(streamSessions.platform, platform), lte(streamSessions.nextRecordingAt, now)))
    .orderBy(asc(streamSessions.nextRecordingAt))
    .limit(limit);
}

/** Writes only while the recording is still wanted. A stream that has returned is left alone. */
export async function noteRecordingSought(
  tx: Db,
  id: string,
  change: { nextRecordingAt: Date | null; recordingTries: number },
): Promise<boolean> {
  const rows = await tx
    .update(streamSessions)
    .set(change)
    .where(and(eq(streamSessions.id, id), isNotNull(streamSessions.nextRecordingAt)))
    .returning({ id: streamSessions.id });
  return rows.length > 0;
}

/** Counts only followed channels, because the state of the others is unknown. */
export async function countLive(db: Db): Promise<number> {
  const followed = db
    .select({ one: sql`1` })
    .from(channels)
    .where(
      and(
        eq(channels.platform, streamSessions.platform),
        eq(channels.channelId, streamSessions.channelId),
        isNotNull(channels.nextAskAt),
      ),
    );
  return db.$count(streamSessions, and(isOnAir, exists(followed)));
}

export interface Seen {
  readonly id: string;
  readonly streamId: string | null;
  readonly viewers: number | null;
  readonly thumbnailUrl: string | null;
}

/** Marks many streams without news as seen, in one statement. Streams that have changed since are left alone. */
export async function markSeen(tx: Db, seen: readonly Seen[], now: Date): Promise<void> {
  if (seen.length === 0) return;
  await tx.execute(sql`
    update ${streamSessions} set
      last_seen_at = ${now.toISOString()}::timestamptz,
      stream_id = coalesce(stream_sessions.stream_id, seen."streamId"),
      peak_viewers = greatest(stream_sessions.peak_viewers, seen.viewers),
      viewer_sum = stream_sessions.viewer_sum + coalesce(seen.viewers, 0),
      viewer_samples = stream_sessions.viewer_samples + case when seen.viewers is null then 0 else 1 end,
      details = stream_sessions.details
        || jsonb_build_object('viewers', coalesce(to_jsonb(seen.viewers), stream_sessions.details->'viewers'))
        || jsonb_build_object('thumbnailUrl', coalesce(to_jsonb(seen."thumbnailUrl"), stream_sessions.details->'thumbnailUrl'))
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
      as seen(id uuid, "streamId" text, viewers integer, "thumbnailUrl" text)
    where stream_sessions.id = seen.id and stream_sessions.ended_at is null and stream_sessions.offline_since is null`);
}
