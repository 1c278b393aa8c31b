import { type MessagePreview, type Platform, publishedMessages, type StreamerMessageType } from '@tally/contract';
import { type Channel, type Ctx, hours, type StreamSession, say, type Video, type VideoKind } from '@tally/kernel';
import { asSession, findLatestSession, findLatestVideo } from '@tally/pipeline/detection';
import { withClipPages } from '../../../journal/index.ts';
import { isOfVideo } from '../../match/single.ts';
import type { Subject } from '../../render/values.ts';

/** The subject of a test or a preview, and whether it is real. */
export interface Sample {
  readonly subject: Subject;
  readonly shows: NonNullable<MessagePreview['shows']>;
}

/** Uses the live stream or the latest content, because real words and images show more, or a plain example. */
export async function sampleOf(ctx: Ctx, channel: Channel, type: StreamerMessageType): Promise<Sample> {
  return isOfVideo(type) ? await sampleVideo(ctx, channel, type) : await sampleStream(ctx, channel, type);
}

async function sampleStream(ctx: Ctx, channel: Channel, type: StreamerMessageType): Promise<Sample> {
  const now = ctx.clock.now();
  const latest = await findLatestSession(ctx.db, channel.platform, channel.id);
  const known = latest ? asSession(latest) : null;
  const isLive = known !== null && known.endedAt === null;
  const session = known ?? madeUp(ctx, channel);
  const shown = type.endsWith('Offline')
    ? { ...session, endedAt: session.endedAt ?? now }
    : isLive
      ? session
      : // Shows the stream as if it had just started. A stream that is over may no longer have its own URL.
        { ...session, startedAt: now, endedAt: null, url: channel.url };
  return {
    subject: { kind: 'stream', session: shown, vodUrl: null },
    shows: isLive ? 'live' : known ? 'last' : 'example',
  };
}

function madeUp(ctx: Ctx, channel: Channel): StreamSession {
  const now = ctx.clock.now();
  return {
    id: ctx.random.uuid(),
    platform: channel.platform,
    channelId: channel.id,
    streamId: null,
    startedAt: new Date(now.getTime() - hours(1)),
    detectedAt: now,
    endedAt: null,
    url: channel.url,
    details: {
      title: say(ctx.locale, 'notifications.testTitle'),
      category: say(ctx.locale, 'notifications.testCategory'),
      categoryImageUrl: null,
      thumbnailUrl: null,
      viewers: 1,
      language: null,
      isMature: false,
    },
    peakViewers: 1,
    averageViewers: 1,
    categories: [],
  };
}

const kindsOf = (platform: Platform, type: StreamerMessageType): readonly [VideoKind, ...VideoKind[]] => {
  if (type === 'vod') return ['vod'];
  if (type === publishedMessages[platform].partnerClip) return ['partnerClip'];
  if (type === 'clip' || type === 'kickBuiltInClip') return ['clip'];
  const { video, short } = publishedMessages[platform];
  if (video === short) return ['upload', 'premiere', 'short'];
  return type === short ? ['short'] : ['upload', 'premiere'];
};

/** Returns the latest known video, or else a made-up one that links to the channel. */
async function sampleVideo(ctx: Ctx, channel: Channel, type: StreamerMessageType): Promise<Sample> {
  const kinds = kindsOf(channel.platform, type);
  const latest = await findLatestVideo(ctx.db, channel, kinds);
  if (latest) {
    const [shown = latest] = await withClipPages(ctx, [latest]);
    return { subject: { kind: 'video', video: shown }, shows: 'last' };
  }
  const video: Video = {
    platform: channel.platform,
    channelId: channel.id,
    id: ctx.random.uuid(),
    kind: kinds[0],
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
  return { subject: { kind: 'video', video }, shows: 'example' };
}

/** Chooses the latest of either kind for a test of "a video". */
export async function latestVideoType(ctx: Ctx, channel: Channel): Promise<StreamerMessageType> {
  const { video, short } = publishedMessages[channel.platform];
  if (!video || !short) throw new Error(`${channel.platform} has no videos`);
  if (video === short) return video;
  const latest = await findLatestVideo(ctx.db, channel, ['upload', 'premiere', 'short']);
  return latest?.kind === 'short' ? short : video;
}
