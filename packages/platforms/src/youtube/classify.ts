import type { Snapshot, Video, VideoKind } from '@tally/kernel';
import type { YoutubeVideo } from './youtube.external.ts';

export type Nature =
  /** A stream that has not begun. */
  | 'planned'
  | 'premiere'
  | 'live'
  /** A stream that is over. Its page is the recording. */
  | 'recording'
  /** The stream has begun, is not running, and YouTube reports no end. */
  | 'unclear'
  /** A canceled plan. */
  | 'nothing'
  | 'upload';

/** https://developers.google.com/youtube/v3/docs/videos#snippet.liveBroadcastContent */
export function natureOf({ content, durationSeconds, broadcast }: YoutubeVideo): Nature {
  if (content === 'live') return 'live';
  // A stream has no length before it ends. A premiere is a finished video.
  if (content === 'upcoming') return durationSeconds === null ? 'planned' : 'premiere';
  if (!broadcast) return 'upload';
  if (broadcast.endedAt) return 'recording';
  return broadcast.startedAt ? 'unclear' : 'nothing';
}

const watchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

export function videoOf(video: YoutubeVideo, kind: VideoKind): Video {
  const { id, channelId, title, description, thumbnailUrl, publishedAt, durationSeconds, category, views } = video;
  return {
    platform: 'youtube',
    channelId,
    id,
    kind,
    title,
    description,
    url: kind === 'short' ? `https://www.youtube.com/shorts/${id}` : watchUrl(id),
    thumbnailUrl,
    // A stream's page is older than its recording.
    publishedAt: kind === 'vod' ? (video.broadcast?.endedAt ?? publishedAt) : publishedAt,
    durationSeconds,
    ...(kind === 'premiere' ? { premieresAtMs: video.broadcast?.scheduledAt?.getTime() ?? null } : {}),
    category,
    views,
    streamId: kind === 'vod' ? id : null,
    clipper: null,
  };
}

/** If several streams run, the first one counts. */
export function liveSnapshotOf(channelId: string, running: readonly YoutubeVideo[]): Snapshot | null {
  const [first] = running.toSorted((left, right) => startOf(left).getTime() - startOf(right).getTime());
  if (!first) return null;
  return {
    state: 'live',
    channelId,
    streamId: first.id,
    startedAt: startOf(first),
    url: watchUrl(first.id),
    details: {
      title: first.title,
      category: first.category,
      categoryImageUrl: null,
      thumbnailUrl: first.thumbnailUrl,
      viewers: first.broadcast?.viewers ?? null,
      language: first.language,
      isMature: first.isMature,
    },
  };
}

const startOf = ({ broadcast, publishedAt }: YoutubeVideo): Date => broadcast?.startedAt ?? publishedAt;
