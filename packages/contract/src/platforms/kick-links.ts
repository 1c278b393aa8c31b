/** A platform's page, identified by its URL. `channel` is null if the URL contains none. */
export type PageLink =
  | { readonly kind: 'channel'; readonly channel: string }
  | { readonly kind: 'clip' | 'video'; readonly channel: string | null; readonly id: string };

/** Slugs have at most 25 characters: https://docs.kick.com/apis/channels */
const slug = /^[a-z0-9][a-z0-9_-]{0,24}$/;
const clipId = /^clip_[A-Za-z0-9]{1,64}$/;
const videoId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Pages on kick.com that are not channels. */
const notChannels = new Set(
  'about browse categories category clips dashboard downloads following community-guidelines login privacy-policy search settings signup terms-of-service video videos'.split(
    ' ',
  ),
);

/** Returns the page behind a kick.com link. Null if it is no such link, or if we cannot show the page. */
export function readKickLink(text: string): PageLink | null {
  const typed = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url || !/^(?:www\.|m\.)?kick\.com$/.test(url.hostname) || url.username !== '' || url.port !== '') return null;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const [first, second] = segments;
  // For years, kick.com itself used `?clip=` for clips and `/video/` for recordings.
  const clip = url.searchParams.get('clip');
  if (clip && first) return readPath([first, 'clips', clip]);
  if (first === 'video' && second) return readPath(['videos', second]);
  return readPath(segments);
}

/** Parses the paths of our own URLs in the same way: `xqc`, `xqc/clips/…`, `clips/…`, `xqc/videos/…`, `videos/…`. */
export function readPath(segments: readonly string[]): PageLink | null {
  const [first = '', second, third] = segments;
  const name = channelOf(first);
  if (segments.length === 1) return name === null ? null : { kind: 'channel', channel: name };
  if (segments.length === 2 && second) return pageOf(null, first, second);
  return segments.length === 3 && name && second && third ? pageOf(name, second, third) : null;
}

function channelOf(text: string): string | null {
  const name = text.toLowerCase();
  return slug.test(name) && !notChannels.has(name) ? name : null;
}

function pageOf(channel: string | null, word: string, id: string): PageLink | null {
  if (word === 'clips' && clipId.test(id)) return { kind: 'clip', channel, id };
  return word === 'videos' && videoId.test(id.toLowerCase()) ? { kind: 'video', channel, id: id.toLowerCase() } : null;
}

/** Returns the path below our `/e/`, and below kick.com if it names a channel, such as `xqc/clips/clip_…`. */
export function pathOf(link: PageLink): string {
  if (link.kind === 'channel') return link.channel;
  return [link.channel, `${link.kind}s`, link.id].filter((part) => part !== null).join('/');
}

/** Matches code, `<…>` and spoilers, because Discord shows no embed for links in them. */
const hidden = /```[\s\S]*?```|`[^`\n]*`|\|\|[\s\S]*?\|\||<[^>\s]*>/g;
const address = /https?:\/\/(?:www\.|m\.)?kick\.com\/[^\s<>|)\]]+/gi;

/** Returns the Kick pages that a message links to, without duplicates. */
export function findKickLinks(text: string): PageLink[] {
  const found = [...text.replace(hidden, ' ').matchAll(address)].flatMap(([url]) => {
    const link = readKickLink(url.replace(/[.,;:!?'"*_~]+$/, ''));
    return link ? [link] : [];
  });
  return [...new Map(found.map((link) => [pathOf(link), link])).values()];
}

/** The link with a better preview. It leads to us, and we redirect people from there. */
export const fixedUrlOf = (webUrl: string, link: PageLink): string => `${webUrl}/e/${pathOf(link)}`;
