import { type Channel, minutes, type StreamSession, UpstreamError, type Video } from '@tally/kernel';
import { channelUrl } from '../kick.external.ts';
import { SiteVideoIds, SiteVideos, WebVideos } from './site.external.ts';
import { type KickSites, readChannel } from './site.ts';

/** Both times are those of the same moment, but each is rounded separately. */
const SAME_START_MS = minutes(2);

/** Subscribers watch their recordings on the same page, so we link to it but keep no copy. */
const watchable: ReadonlySet<string> = new Set(['public', 'subscribers']);

/** A recording from either of the two calls. */
interface Found {
  /** The id of the recording's page. */
  readonly id: string;
  readonly title: string | null;
  readonly startedAt: Date;
  readonly durationSeconds: number;
  readonly thumbnailUrl: string | null | undefined;
  readonly category: string | null | undefined;
  readonly views: number | null | undefined;
}

/**
 * The list also contains running streams, so a recording is complete when its stream is over. Its page has another id
 * than in the older calls (https://github.com/yt-dlp/yt-dlp/issues/17284). Without that id there is no link.
 */
export async function findRecording(sites: KickSites, session: StreamSession, channel: Channel): Promise<Video | null> {
  const found = (await findInList(sites, session, channel)) ?? (await findInOlderList(sites, session, channel));
  return (
    found && {
      platform: 'kick',
      channelId: channel.id,
      id: found.id,
      kind: 'vod',
      title: found.title ?? session.details.title,
      description: null,
      url: videoUrl(channel.name, found.id),
      thumbnailUrl: found.thumbnailUrl ?? null,
      publishedAt: found.startedAt,
      durationSeconds: found.durationSeconds,
      category: found.category ?? session.details.category,
      views: found.views ?? null,
      streamId: session.streamId,
      clipper: null,
    }
  );
}

export const videoUrl = (slug: string, id: string): string => `${channelUrl(slug)}/videos/${id}`;

/** Also returns null if the newer list fails, because we then use the older one. */
async function findInList({ site, web }: KickSites, session: StreamSession, channel: Channel): Promise<Found | null> {
  const known = await readChannel(site, channel.name);
  const answer = known && (await orNull(web.get(`/api/v1/channels/${known.id}/videos`, {}, WebVideos)));
  const video = answer?.data.find(({ start_time }) => isNear(session, start_time));
  if (!video || video.is_live || !watchable.has(video.status) || !video.duration) return null;
  return {
    id: video.id,
    title: video.title,
    startedAt: video.start_time,
    durationSeconds: Math.round(video.duration),
    thumbnailUrl: video.thumbnail?.src,
    category: video.category?.name,
    views: video.viewer_count,
  };
}

async function findInOlderList({ site }: KickSites, session: StreamSession, channel: Channel): Promise<Found | null> {
  const videos = await site.get(`/api/v2/channels/${encodeURIComponent(channel.name)}/videos`, {}, SiteVideos);
  const video = videos?.find((each) => each.video?.uuid === session.streamId || isNear(session, each.start_time));
  // A recording without a source is for subscribers.
  if (!video?.video || video.is_live || !video.source || !video.duration) return null;
  const ids = await site.get(`/api/v1/video/${video.video.uuid}`, {}, SiteVideoIds);
  if (!ids?.vod_id) return null;
  return {
    id: ids.vod_id,
    title: video.session_title,
    startedAt: video.start_time,
    durationSeconds: Math.round(video.duration / 1_000),
    thumbnailUrl: video.thumbnail?.src,
    category: video.categories?.[0]?.name,
    views: video.views,
  };
}

/** The two calls may use different ids, so we compare the start times. */
const isNear = ({ startedAt }: StreamSession, start: Date): boolean =>
  Math.abs(start.getTime() - startedAt.getTime()) <= SAME_START_MS;

async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}
