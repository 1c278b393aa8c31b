/** Rumble's own JSON, built from our state. */
import type { Creator, RumbleWorld, Video } from './world.ts';

/** Links in Rumble's responses always lead to the public site. */
export const SITE = 'https://rumble.com';

export const isoTime = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, '+00:00');

export const embedId = ({ id }: Video): string => `v${id.toString(36)}`;
/** The page's name differs from the embedded player's, and cannot be derived from it. */
export const permalinkId = ({ id }: Video): string => `v${(id + 5_550_123).toString(36)}`;

const words = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'video';

export const pathOf = (video: Video): string =>
  video.isShort ? `/shorts/${permalinkId(video)}` : `/${permalinkId(video)}-${words(video.title)}.html`;

export const creatorUrl = ({ kind, slug }: Creator): string => `${SITE}/${kind === 'channel' ? 'c' : 'user'}/${slug}`;

export const thumbUrl = (world: RumbleWorld, video: Video): string =>
  `${world.doors.baseUrl()}/pictures/thumb/${video.id}.png`;
export const portraitUrl = (world: RumbleWorld, creator: Creator): string =>
  `${world.doors.baseUrl()}/pictures/face/${creator.number}.png`;

/** Returns one entry of `items` on a listing page, as of 2026. */
export function showItem(world: RumbleWorld, creator: Creator, video: Video): Record<string, unknown> {
  const { stream } = video;
  return {
    object_type: 'video',
    id: video.id,
    title: video.title,
    url: `${SITE}${pathOf(video)}`,
    relative_url: pathOf(video),
    thumb: thumbUrl(world, video),
    permalink_id: permalinkId(video),
    upload_date: isoTime(stream && stream.state !== 'upcoming' ? stream.startsAt : video.createdAt),
    live_datetime: stream ? isoTime(stream.startsAt) : null,
    is_short: video.isShort,
    duration: video.seconds,
    views: video.views,
    watching_now: stream?.state === 'live' ? stream.viewers : 0,
    by: {
      type: creator.kind,
      name: creator.name,
      url: creatorUrl(creator),
      thumb: portraitUrl(world, creator),
      verified_badge: creator.followers > 100_000,
    },
  };
}

/** `live`: 0 not live, 1 about to start (with a DVR) or ended, 2 live. A video that was never live has no DVR. */
function liveState({ stream }: Video): { live: number; livestream_has_dvr: boolean | null } {
  if (!stream) return { live: 0, livestream_has_dvr: null };
  if (stream.state === 'upcoming') return { live: 1, livestream_has_dvr: true };
  if (stream.state === 'live') return { live: 2, livestream_has_dvr: true };
  // The stream has just ended, so the recording is not ready yet.
  if (stream.state === 'dropped') return { live: 1, livestream_has_dvr: false };
  return { live: 0, livestream_has_dvr: true };
}

/** Returns `embedJS/u3/?request=video&ver=2`. Titles are escaped for HTML here, unlike on the pages. */
export function showEmbed(world: RumbleWorld, creator: Creator, video: Video): Record<string, unknown> {
  const picture = thumbUrl(world, video);
  const file = `https://1a-1791.example.test/${embedId(video)}.caa.mp4`;
  const meta = { bitrate: 640, size: 1_048_576, w: 854, h: 480 };
  return {
    fps: 30,
    w: 1920,
    h: 1080,
    u: { mp4: { url: file, meta } },
    ua: { mp4: { 480: { url: file, meta } } },
    i: picture,
    t: [{ i: picture, w: 480, h: 270 }],
    evt: { v: '/l/view/1', e: '/l/error/1', wt: 5, t: '/l/track/1' },
    cc: [],
    l: pathOf(video),
    r: 1,
    title: escapeTitle(video.title),
    author: { name: creator.name, url: creatorUrl(creator) },
    player: true,
    duration: video.seconds,
    pubDate: isoTime(video.createdAt),
    loaded: 1,
    vid: video.id,
    timeline: [],
    own: false,
    restrict: [],
    autoplay: 1,
    track: 1,
    ...liveState(video),
    live_placeholder: video.stream?.state === 'upcoming',
    a: { timeout: -1, u: '', aden: [], ov: false, ads: [], loop: [] },
    viewer_id: 'sim',
  };
}

export const showOembed = (world: RumbleWorld, creator: Creator, video: Video): Record<string, unknown> => ({
  type: 'video',
  version: '1.0',
  title: video.title,
  author_name: creator.name,
  author_url: creatorUrl(creator),
  provider_name: 'Rumble.com',
  provider_url: `${SITE}/`,
  html: `<iframe src="${SITE}/embed/${embedId(video)}/" width="1920" height="1080" frameborder="0" title="${escapeTitle(video.title)}" webkitallowfullscreen mozallowfullscreen allowfullscreen></iframe>`,
  width: 1920,
  height: 1080,
  duration: video.seconds,
  thumbnail_url: thumbUrl(world, video),
  thumbnail_width: 480,
  thumbnail_height: 270,
});

export const escapeTitle = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
