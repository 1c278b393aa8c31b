import { randomUUID } from 'node:crypto';
import { type Channel, type Ctx, hours, type StreamSession, say, type Video } from '@tally/kernel';
import { asSession, findLatestSession, findLatestVideo } from '@tally/pipeline/detection';

/** The last known stream, because real words and pictures show more; without one, a plain example. */
export async function sampleSession(ctx: Ctx, channel: Channel): Promise<StreamSession> {
  const now = ctx.clock.now();
  const latest = await findLatestSession(ctx.db, channel.platform, channel.id);
  const details = (latest && asSession(latest).details) ?? {
    title: say(ctx.locale, 'notifications.testTitle'),
    category: say(ctx.locale, 'notifications.testCategory'),
    categoryImageUrl: null,
    thumbnailUrl: null,
    viewers: 1,
    language: null,
    isMature: false,
  };
  return {
    id: randomUUID(),
    platform: channel.platform,
    channelId: channel.id,
    streamId: null,
    startedAt: now,
    detectedAt: now,
    endedAt: null,
    url: channel.url,
    details,
    peakViewers: details.viewers,
    averageViewers: null,
    categories: [],
  };
}

/** The last video that we know of, else a made-up one that leads to the channel. */
export async function sampleVideo(ctx: Ctx, channel: Channel): Promise<Video> {
  const latest = await findLatestVideo(ctx.db, channel, ['upload', 'premiere', 'short']);
  if (latest) return latest;
  return {
    platform: channel.platform,
    channelId: channel.id,
    id: randomUUID(),
    kind: 'upload',
    title: say(ctx.locale, 'notifications.testTitle'),
    description: null,
    url: channel.url,
    thumbnailUrl: null,
    publishedAt: new Date(ctx.clock.now().getTime() - hours(1)),
    durationSeconds: null,
    category: null,
    views: null,
    streamId: null,
    clipper: null,
  };
}
