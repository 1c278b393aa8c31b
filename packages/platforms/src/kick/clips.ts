import { type Channel, days, type PlatformDoors, type Video } from '@tally/kernel';
import { channelUrl } from './kick.external.ts';
import type { FindMoment } from './moments.ts';
import { type SiteClip, SiteClips } from './site/site.external.ts';
import type { KickSite } from './site/site.ts';
import type { FindStanding } from './standing.ts';

/** A page holds twenty clips. */
const MOST_PAGES = 10;
const PUBLIC = 'CLIP_PRIVACY_PUBLIC';

/** Reads pages, newest first, until clips are older than `since`. */
export async function listClips(
  about: {
    readonly site: KickSite;
    readonly findStanding: FindStanding;
    readonly findMoment: FindMoment;
    readonly doors: Pick<PlatformDoors, 'clock' | 'log'>;
  },
  channel: Channel,
  since: Date,
): Promise<readonly Video[]> {
  const { clock, log } = about.doors;
  const path = `/api/v2/channels/${encodeURIComponent(channel.name)}/clips`;
  const time = periodOf(clock.now().getTime() - since.getTime());
  const found: SiteClip[] = [];
  let cursor = '0';
  for (let page = 1; ; page += 1) {
    const answer = await about.site.get(path, { cursor, sort: 'date', time }, SiteClips);
    if (!answer) break;
    const recent = answer.clips.filter((clip) => clip.created_at >= since);
    found.push(...recent);
    if (!answer.nextCursor || recent.length < answer.clips.length) break;
    if (page === MOST_PAGES) {
      log.warn({ channel: channel.name, clips: found.length }, 'more clips than one run reads');
      break;
    }
    cursor = String(answer.nextCursor);
  }
  // Kick lists the later of two clips from the same second first, so the order is reversed.
  const clips = found.toReversed().filter(({ privacy }) => privacy === null || privacy === PUBLIC);
  clips.sort((left, right) => left.created_at.getTime() - right.created_at.getTime());
  const videos: Video[] = [];
  for (const clip of clips) videos.push(await videoOf(channel, clip, about));
  return videos;
}

/** The site filters by fixed periods instead of a start time. */
const periodOf = (ms: number): string =>
  ms < days(1) ? 'day' : ms < days(7) ? 'week' : ms < days(30) ? 'month' : 'all';

async function videoOf(
  channel: Channel,
  clip: SiteClip,
  { findStanding, findMoment }: { readonly findStanding: FindStanding; readonly findMoment: FindMoment },
): Promise<Video> {
  const { creator } = clip;
  return {
    platform: 'kick',
    channelId: channel.id,
    id: clip.id,
    kind: 'clip',
    title: clip.title,
    description: null,
    url: `${channelUrl(channel.name)}/clips/${clip.id}`,
    thumbnailUrl: clip.thumbnail_url,
    publishedAt: clip.created_at,
    durationSeconds: clip.duration == null ? null : Math.round(clip.duration),
    category: clip.category?.name ?? null,
    views: clip.views,
    streamId: null,
    clipper: creator ? { name: creator.username, roles: await findStanding(channel.name, slugOf(creator)) } : null,
    momentUrl: await findMoment(channel.name, clip),
  };
}

const slugOf = ({ slug, username }: NonNullable<SiteClip['creator']>) => ({ slug: slug ?? username.toLowerCase() });
