/** The parts of pages that programs read. */
import { embedId, escapeTitle, portraitUrl, SITE, showItem, thumbUrl } from './shapes.ts';
import type { Creator, RumbleWorld, Video } from './world.ts';

const ON_A_PAGE = 25;

export type Tab = 'home' | 'videos' | 'livestreams' | 'shorts';

/** A title may contain `</script>`, so the sign is escaped. */
const script = (value: unknown): string =>
  `<script type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

const page = (about: { title: string; head?: string; body: string }): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeTitle(about.title)}</title>
${about.head ?? ''}
<script>window.rumbleBoot={"theme":"dark","items":"none"};</script>
</head>
<body>
${about.body}
</body>
</html>`;

const count = (followers: number): string =>
  followers >= 1_000_000
    ? `${(followers / 1_000_000).toFixed(2)}M`
    : followers >= 1_000
      ? `${(followers / 1_000).toFixed(1)}K`
      : String(followers);

/** Returns a page with several lists, of which the last one is about other people. */
export function listingPage(world: RumbleWorld, creator: Creator, tab: Tab): string {
  const items = (videos: readonly Video[]) => ({
    items: videos.slice(0, ON_A_PAGE).map((video) => showItem(world, creator, video)),
    page: 1,
    total: videos.length,
  });
  const long = creator.videos.filter(({ isShort }) => !isShort);
  const shorts = creator.videos.filter(({ isShort }) => isShort);
  const onAir = long.filter(({ stream }) => stream && stream.state !== 'ended');
  const streams = long.filter(({ stream }) => stream);
  const row = `<rum-shorts-row>${script(items(shorts))}</rum-shorts-row>`;
  const lists: Record<Tab, string> = {
    home: `<rum-featured>${script(items(onAir))}</rum-featured><rum-videos>${script(items(long))}</rum-videos>${row}`,
    videos: `<rum-videos>${script(items(long))}</rum-videos>`,
    livestreams: `<rum-videos>${script(items(streams))}</rum-videos>`,
    shorts: row,
  };
  const head = `<meta property="og:title" content="${escapeTitle(creator.name)}">
<meta property="og:image" content="${portraitUrl(world, creator)}">
<link rel="canonical" href="${SITE}/${creator.kind === 'channel' ? 'c' : 'user'}/${creator.slug}">`;
  const header = `<div class="channel-header--title"><h1>${escapeTitle(creator.name)}</h1><span>${count(creator.followers)} Followers</span></div>`;
  const body = `${header}\n${lists[tab]}\n<rum-also>${script(elsewhere(world, creator))}</rum-also>`;
  return page({ title: creator.name, head, body });
}

const elsewhere = (world: RumbleWorld, creator: Creator): object => ({
  items: [...world.creators.values()]
    .filter((other) => other !== creator)
    .flatMap((other) => other.videos.slice(0, 1).map((video) => showItem(world, other, video)))
    .slice(0, 6),
});

export function shortsPage(world: RumbleWorld): string {
  const items = [...world.creators.values()].flatMap((creator) =>
    creator.videos.filter(({ isShort }) => isShort).map((video) => showItem(world, creator, video)),
  );
  return page({ title: 'Shorts', body: `<rum-shorts-row>${script({ items })}</rum-shorts-row>` });
}

export function videoPage(world: RumbleWorld, creator: Creator, video: Video): string {
  const head = `<meta property="og:title" content="${escapeTitle(video.title)}">
<meta property="og:image" content="${thumbUrl(world, video)}">
<link rel="alternate" href="${SITE}/api/Media/oembed.json?url=${encodeURIComponent(SITE)}" type="application/json+oembed">`;
  const body = `<h1>${escapeTitle(video.title)}</h1>
<script>Rumble("play",{"video":"${embedId(video)}","rel":5,"div":"vid_${embedId(video)}","autoplay":2});</script>
<p>${escapeTitle(creator.name)}</p>`;
  return page({ title: video.title, head, body });
}

export const blockPage = (): string =>
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body><h2>Checking if the site connection is secure</h2><p>Ray ID: 0</p></body></html>';

/** Returns a page after a redesign. It has all data, but in other places. */
export const otherLayout = (): string =>
  page({ title: 'Rumble', body: `<div id="app"></div>${script({ state: { feed: [] } })}` });

/** Until 2025 a listing was plain HTML. */
export const oldLayout = (creator: Creator): string => {
  const row = (video: Video) =>
    `<li class="video-listing-entry"><article class="video-item"><h3 class="video-item--title">${escapeTitle(video.title)}</h3></article></li>`;
  return page({ title: creator.name, body: `<ol>${creator.videos.map(row).join('')}</ol>` });
};

export const emptyPage = (creator: Creator): string => page({ title: creator.name, body: script({ items: [] }) });
