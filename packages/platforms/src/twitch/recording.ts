import { type Channel, minutes, type PlatformDoors, type StreamSession, type Video } from '@tally/kernel';
import type { TwitchClient } from './client.ts';
import { type TwitchVideo, TwitchVideos } from './twitch.external.ts';

/** A stream that dropped and came back has several recordings. The right one is among the newest. */
const LOOKED_AT = '20';
/** Without an id we compare times, because a recording begins with its stream. */
const SAME_START_MS = minutes(5);
/** A thumbnail that takes longer than this will never come. */
const PICTURE_WAITED_FOR_MS = minutes(10);

/**
 * The archive is already listed, and grows, while the stream runs. It is complete once Twitch has made its thumbnail:
 * https://dev.twitch.tv/docs/api/reference/#get-videos
 */
export async function findRecording(
  client: TwitchClient,
  { clock }: Pick<PlatformDoors, 'clock'>,
  session: StreamSession,
  channel: Channel,
): Promise<Video | null> {
  const query = { user_id: channel.id, type: 'archive', first: LOOKED_AT };
  const { data } = await client.get('/videos', query, TwitchVideos);
  const video = data.find((each) => isOf(session, each));
  if (!video || video.viewable !== 'public' || video.duration === 0) return null;
  const thumbnailUrl = pictureOf(video);
  const endedAt = video.created_at.getTime() + video.duration * 1_000;
  if (!thumbnailUrl && clock.now().getTime() - endedAt < PICTURE_WAITED_FOR_MS) return null;
  return {
    platform: 'twitch',
    channelId: channel.id,
    id: video.id,
    kind: 'vod',
    title: video.title ?? session.details.title,
    description: video.description,
    url: video.url,
    thumbnailUrl,
    publishedAt: video.published_at,
    durationSeconds: video.duration,
    category: session.details.category,
    views: video.view_count ?? null,
    streamId: video.stream_id,
    clipper: null,
  };
}

const isOf = ({ streamId, startedAt }: StreamSession, video: TwitchVideo): boolean =>
  streamId === null
    ? Math.abs(video.created_at.getTime() - startedAt.getTime()) <= SAME_START_MS
    : video.stream_id === streamId;

/** Until then the URL leads to an image that says "processing". */
const pictureOf = ({ thumbnail_url: url }: TwitchVideo): string | null =>
  !url || url.includes('404_processing') ? null : url.replace('%{width}', '1280').replace('%{height}', '720');
