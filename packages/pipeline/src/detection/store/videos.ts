import type { Platform } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, desc, eq, exists, gt, isNull, lte, or, sql } from '@tally/infra/sql';
import type { Video, VideoKind } from '@tally/kernel';
import { pushedOf } from '../session/session.ts';
import { type ChannelRow, channels, streamSessions, type VideoRow, videos } from '../tables.ts';
import { isOfSession, isOnAir } from './sessions.ts';

export const keyOf = (video: Pick<Video, 'id' | 'kind'>): string => `${video.kind} ${video.id}`;

/** Returns the keys (`keyOf`) of the videos that are already stored. */
export async function listKnownVideos(
  db: Db,
  platform: Platform,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: videos.videoId, kind: videos.kind })
    .from(videos)
    .where(and(eq(videos.platform, platform), anyOf(videos.videoId, ids)));
  return new Set(rows.map(keyOf));
}

/** Returns only the rows that were new. */
export async function insertVideos(
  tx: Db,
  list: readonly { video: Video; isNews: boolean }[],
  now: Date,
): Promise<VideoRow[]> {
  if (list.length === 0) return [];
  const rows = list.map(({ video, isNews }) => {
    const { platform, channelId, id, kind, publishedAt, pushed, ...data } = video;
    return { platform, channelId, videoId: id, kind, publishedAt, data, isNews, seenAt: now, ...pushed };
  });
  return tx.insert(videos).values(rows).onConflictDoNothing().returning();
}

export async function findVideo(db: Db, platform: Platform, id: string, kind: VideoKind): Promise<Video | null> {
  const [row] = await db
    .select()
    .from(videos)
    .where(and(eq(videos.platform, platform), eq(videos.videoId, id), eq(videos.kind, kind)));
  return row ? asVideo(row) : null;
}

export async function listVideos(
  db: Db,
  those: readonly Pick<Video, 'platform' | 'id' | 'kind'>[],
): Promise<readonly Video[]> {
  if (those.length === 0) return [];
  const column = (key: 'platform' | 'id' | 'kind') => sql`${sql.param(those.map((each) => each[key]))}::text[]`;
  const rows = await db
    .select()
    .from(videos)
    .where(
      sql`(${videos.platform}, ${videos.videoId}, ${videos.kind})
       in (select * from unnest(${column('platform')}, ${column('id')}, ${column('kind')}))`,
    );
  return rows.map(asVideo);
}

/** Returns the newest videos of these kinds of a channel, newest first. */
export async function listLatestVideos(
  db: Db,
  channel: { readonly platform: Platform; readonly id: string },
  kinds: readonly VideoKind[],
  limit: number,
): Promise<Video[]> {
  const rows = await db
    .select()
    .from(videos)
    .where(and(eq(videos.platform, channel.platform), eq(videos.channelId, channel.id), anyOf(videos.kind, kinds)))
    .orderBy(desc(videos.publishedAt))
    .limit(limit);
  return rows.map(asVideo);
}

export const findLatestVideo = async (
  db: Db,
  channel: Parameters<typeof listLatestVideos>[1],
  kinds: readonly VideoKind[],
): Promise<Video | null> => (await listLatestVideos(db, channel, kinds, 1))[0] ?? null;

/** A higher count would make no difference. */
const MOST_BEFORE = 50;

/**
 * Returns news of the same channel and kind that we saw shortly before this one. Videos seen at the same time are
 * ordered by publication, so all callers agree.
 */
export async function listSeenBefore(
  db: Db,
  { platform, id, kind }: Pick<Video, 'platform' | 'id' | 'kind'>,
  withinMs: number,
): Promise<Video[]> {
  const [own] = await db
    .select()
    .from(videos)
    .where(and(eq(videos.platform, platform), eq(videos.videoId, id), eq(videos.kind, kind)));
  if (!own) return [];
  const since = new Date(own.seenAt.getTime() - withinMs);
  const isBefore = sql`(${videos.seenAt}, ${videos.publishedAt}, ${videos.videoId})
    < (${own.seenAt.toISOString()}::timestamptz, ${own.publishedAt.toISOString()}::timestamptz, ${own.videoId})`;
  const rows = await db
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.platform, platform),
        eq(videos.channelId, own.channelId),
        eq(videos.kind, kind),
        eq(videos.isNews, true),
        gt(videos.seenAt, since),
        isBefore,
      ),
    )
    .orderBy(desc(videos.seenAt), desc(videos.publishedAt), desc(videos.videoId))
    .limit(MOST_BEFORE);
  return rows.map(asVideo);
}

const asVideo = ({ platform, channelId, videoId, kind, publishedAt, data, ...row }: VideoRow): Video => ({
  ...data,
  platform,
  channelId,
  id: videoId,
  kind,
  publishedAt,
  pushed: pushedOf(row),
});

/** Returns channels followed for clips that are due. A channel that is not live waits longer, except the first time. */
export async function listClipsDue(
  db: Db,
  platform: Platform,
  about: { readonly now: Date; readonly quietBefore: Date; readonly limit: number },
): Promise<ChannelRow[]> {
  const { now, quietBefore, limit } = about;
  const live = db.select({ one: sql`1` }).from(streamSessions).where(and(isOfSession, isOnAir));
  return db
    .select()
    .from(channels)
    .where(
      and(
        eq(channels.platform, platform),
        lte(channels.nextClipsAt, now),
        or(lte(channels.nextClipsAt, quietBefore), isNull(channels.clipsAskedAt), exists(live)),
      ),
    )
    .orderBy(asc(channels.nextClipsAt))
    .limit(limit);
}

/**
 * Deletes videos seen and published before that moment, but keeps the newest of each kind for followed channels.
 * Returns the count.
 */
export async function deleteOldVideos(
  db: Db,
  { before, newest, limit }: { before: Date; newest: number; limit: number },
): Promise<number> {
  const moment = sql`${before.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ gone: number }>(sql`
    with ranked as (
      select platform, channel_id, video_id, kind, seen_at, published_at,
             row_number() over (partition by platform, channel_id, kind order by published_at desc, video_id) as place
        from videos),
    old as (
      select ranked.platform, ranked.video_id, ranked.kind
        from ranked join channels using (platform, channel_id)
       where ranked.seen_at < ${moment} and ranked.published_at < ${moment}
         and (ranked.place > ${newest} or channels.next_ask_at is null)
       limit ${limit}),
    gone as (delete from videos using old
      where videos.platform = old.platform and videos.video_id = old.video_id and videos.kind = old.kind returning 1)
    select count(*)::int as gone from gone`);
  return rows[0]?.gone ?? 0;
}
