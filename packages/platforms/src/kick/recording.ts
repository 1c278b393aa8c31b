import { type Channel, minutes, type StreamSession, type Video } from '@tally/kernel';
import { channelUrl } from './kick.external.ts';
import type { KickSite } from './site.ts';
import { type SiteVideo, SiteVideos } from './site.external.ts';

/** Both times are of the same moment, rounded in two places. */
const SAME_START_MS = minutes(2);

/** The stream is in the list while it runs, too; it can be watched from the beginning once it is over. */
export async function findRecording(site: KickSite, session: StreamSession, channel: Channel): Promise<Video | null> {
  const videos = await site.get(`/api/v2/channels/${encodeURIComponent(channel.name)}/videos`, {}, SiteVideos);
  const found = videos?.find((each) => isOf(session, each));
  const uuid = found?.video?.uuid;
  if (!found || !uuid || found.is_live || !found.source || !found.duration) return null;
  return {
    platform: 'kick',
    channelId: channel.id,
    id: uuid,
    kind: 'vod',
    title: found.session_title ?? session.details.title,
    description: null,
    url: `${channelUrl(channel.name)}/videos/${uuid}`,
    thumbnailUrl: found.thumbnail?.src ?? null,
    publishedAt: found.start_time,
    durationSeconds: Math.round(found.duration / 1_000),
    category: found.categories?.[0]?.name ?? session.details.category,
    views: found.views ?? null,
    streamId: session.streamId,
    clipper: null,
  };
}

/** Nobody says that the ids of the two are the same, so the start counts as well. */
const isOf = ({ streamId, startedAt }: StreamSession, { video, start_time }: SiteVideo): boolean =>
  video?.uuid === streamId || Math.abs(start_time.getTime() - startedAt.getTime()) <= SAME_START_MS;
