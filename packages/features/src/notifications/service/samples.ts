import { randomUUID } from 'node:crypto';
import { type Channel, type Ctx, type StreamSession, say } from '@tally/kernel';
import { asSession, findLatestSession } from '@tally/pipeline/detection';

/** The last stream that we know of shows real words and pictures; without one, plain ones. */
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
