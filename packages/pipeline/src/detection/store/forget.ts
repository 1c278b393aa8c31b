import type { Platform } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, sql } from '@tally/infra/sql';
import { streamSessions } from '../tables.ts';

export interface ChannelKey {
  readonly platform: Platform;
  readonly channelId: string;
}

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;
/** A session whose platform stopped answering never ended, so the last sighting counts. */
const seenAt = sql`greatest(ended_at, last_seen_at)`;

/** Returns the next channels after this one, in the order of the table's key. */
export async function pageChannels(db: Db, after: ChannelKey | null, limit: number): Promise<ChannelKey[]> {
  const { rows } = await db.execute<{ platform: Platform; channel_id: string }>(sql`
    select platform, channel_id from channels
     where (platform, channel_id) > (${after?.platform ?? ''}, ${after?.channelId ?? ''})
     order by platform, channel_id limit ${limit}`);
  return rows.map((row) => ({ platform: row.platform, channelId: row.channel_id }));
}

const keysOf = (keys: readonly ChannelKey[]) =>
  sql`unnest(${sql.param(keys.map(({ platform }) => platform))}::text[], ${sql.param(keys.map(({ channelId }) => channelId))}::text[])
      as page (platform, channel_id)`;

/** Returns old streams of these channels. Followed channels keep their newest streams. */
export async function listOldSessions(
  db: Db,
  about: { channels: readonly ChannelKey[]; before: Date; newest: number; perChannel: number },
): Promise<string[]> {
  const before = moment(about.before);
  const { rows } = await db.execute<{ id: string }>(sql`
    select old.id from ${keysOf(about.channels)} join channels c using (platform, channel_id)
     cross join lateral (
       select s.id from stream_sessions s
        where s.platform = c.platform and s.channel_id = c.channel_id and s.started_at < ${before} and ${seenAt} < ${before}
          and (c.next_ask_at is null
               or (s.ended_at is not null and s.started_at < (
                    select newest.started_at from stream_sessions newest
                     where newest.platform = c.platform and newest.channel_id = c.channel_id
                     order by newest.started_at desc offset ${about.newest - 1} limit 1)))
        limit ${about.perChannel}) old`);
  return rows.map((row) => row.id);
}

/** Deletes sessions, except those seen again since. */
export async function deleteSessions(db: Db, ids: readonly string[], before: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await db
    .delete(streamSessions)
    .where(and(anyOf(streamSessions.id, ids), sql`${seenAt} < ${moment(before)}`));
  return rowCount ?? 0;
}

/** Returns the sessions that ended or were last seen since then. */
export async function listSeenSince(db: Db, ids: readonly string[], since: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: streamSessions.id })
    .from(streamSessions)
    .where(and(anyOf(streamSessions.id, ids), sql`${seenAt} >= ${moment(since)}`));
  return new Set(rows.map((row) => row.id));
}

/** Deletes channels without followers, streams, videos or a creator's secret. */
export async function deleteDeserted(db: Db, keys: readonly ChannelKey[], before: Date): Promise<number> {
  if (keys.length === 0) return 0;
  // A channel may be followed right now, so locked rows are skipped and checked again on the next run.
  const { rowCount } = await db.execute(sql`
    delete from channels where (platform, channel_id) in (
      select c.platform, c.channel_id from ${keysOf(keys)} join channels c using (platform, channel_id)
       where c.next_ask_at is null and c.secret is null and greatest(c.refreshed_at, c.asked_at) < ${moment(before)}
         and not exists (select from watches w where w.platform = c.platform and w.channel_id = c.channel_id)
         and not exists (select from stream_sessions s where s.platform = c.platform and s.channel_id = c.channel_id)
         and not exists (select from videos v where v.platform = c.platform and v.channel_id = c.channel_id)
         for update of c skip locked)`);
  return rowCount ?? 0;
}
