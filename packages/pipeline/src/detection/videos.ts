import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, defineJob, hours, type Video } from '@tally/kernel';
import { z } from 'zod';
import { queueEvents } from './session/queue-events.ts';
import { findChannelRow } from './store/channels.ts';
import { deleteOldVideos, insertVideos, keyOf, listKnownVideos } from './store/videos.ts';
import type { ChannelRow } from './tables.ts';

const NEWS_FOR_MS = hours(24);

export interface FoundVideo {
  readonly video: Video;
  readonly isNews: boolean;
}

/**
 * Videos that existed when the channel was first followed are only recorded. Later ones are news, unless they were
 * published before that, or so long ago that the list has merely shifted.
 */
export function isNews(video: Video, channel: Pick<ChannelRow, 'followedAt' | 'videosKnownAt'>, now: Date): boolean {
  if (channel.videosKnownAt === null || channel.followedAt === null) return false;
  return video.publishedAt >= channel.followedAt && now.getTime() - video.publishedAt.getTime() <= NEWS_FOR_MS;
}

/** Returns the videos that are not stored yet. Most answers contain none, so they need no transaction. */
export async function listUnknown(db: Db, platform: Platform, found: readonly FoundVideo[]): Promise<FoundVideo[]> {
  const known = await listKnownVideos(db, platform, [...new Set(found.map(({ video }) => video.id))]);
  return found.filter(({ video }) => !known.has(keyOf(video)));
}

/** Stores new videos and queues the news. A second push or sweep finds the videos stored. */
export async function storeVideos(ctx: Ctx, tx: Db, platform: Platform, found: readonly FoundVideo[]): Promise<void> {
  const byKey = new Map(found.map((each) => [keyOf(each.video), each]));
  const stored = await insertVideos(tx, [...byKey.values()], ctx.clock.now());
  for (const row of stored) {
    if (!row.isNews) continue;
    const channel = await findChannelRow(tx, platform, row.channelId);
    const about = { kind: 'video', platform, videoId: row.videoId, videoKind: row.kind } as const;
    if (channel) await queueEvents(ctx, tx, channel, [about]);
  }
}

/** We keep videos longer than they count as news, and longer than any push is repeated. See decision 0111. */
const KEPT_MS = days(30);
/** No platform lists more than this at once, so we know every video that can still appear in a list. */
const NEWEST_KEPT = 50;
const AT_ONCE = 5_000;

export const forgetVideos = defineJob({
  name: 'detection/forget-videos',
  data: z.object({}),
  concurrency: 1,
  schedule: '53 3 * * *',
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
    for (let gone = AT_ONCE; gone === AT_ONCE; ) {
      gone = await deleteOldVideos(ctx.db, { before, newest: NEWEST_KEPT, limit: AT_ONCE });
    }
  },
});
