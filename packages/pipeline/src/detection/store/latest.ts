import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { desc, inArray, sql } from '@tally/infra/sql';
import { type SessionRow, streamSessions } from '../tables.ts';

/** Returns the latest streams of several channels together, newest first. */
export async function listLatestSessions(
  db: Db,
  channels: readonly { readonly platform: Platform; readonly channelId: string }[],
  limit: number,
): Promise<SessionRow[]> {
  if (channels.length === 0) return [];
  const wanted = JSON.stringify(channels.map(({ platform, channelId }) => ({ platform, channelId })));
  // The limit is per channel, because a creator who has streamed for years has thousands of streams.
  const latest = sql`(
    select latest.id
    from jsonb_to_recordset(${wanted}::jsonb) as wanted(platform text, "channelId" text)
    cross join lateral (
      select id from stream_sessions
      where stream_sessions.platform = wanted.platform and stream_sessions.channel_id = wanted."channelId"
      order by started_at desc
      limit ${limit}
    ) latest)`;
  return db
    .select()
    .from(streamSessions)
    .where(inArray(streamSessions.id, latest))
    .orderBy(desc(streamSessions.startedAt), desc(streamSessions.detectedAt), streamSessions.id)
    .limit(limit);
}
