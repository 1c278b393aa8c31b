import type { MediaProvider, MediaReason, MediaShareType } from '@tally/contract';

/** Identifies a video. We drop the start time, so a sender cannot choose it, and also playlists and share tags. */
export interface MediaLink {
  readonly provider: MediaProvider;
  readonly kind: MediaShareType;
  readonly videoId: string;
  /** The author's name in a TikTok URL. */
  readonly handle?: string | undefined;
}

export interface ShortLink {
  readonly short: URL;
  readonly provider: MediaProvider;
}

export type ParsedMedia =
  | MediaLink
  /** The text contains search words instead of a link. */
  | { readonly words: string }
  /** A link of the platform's own shortener, without parameters. Only a request reveals its target. */
  | ShortLink
  | { readonly refused: MediaReason };

const MOST_LETTERS = 2_000;
/** A longer text is unlikely to be a title. */
const MOST_WORDS = 100;

const youtubeHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const tiktokHosts = new Set(['tiktok.com', 'www.tiktok.com']);
const shortTiktokHosts = new Set(['vm.tiktok.com', 'vt.tiktok.com']);

const youtubeId = /^[\w-]{11}$/;
const tiktokId = /^\d{15,20}$/;
const tiktokName = /^@[\w.-]{0,30}$/;
const shortCode = /^[\w-]{4,20}$/;

/** Interprets a person's text as one video, as search words, or as a refusal. Makes no requests. */
export function parseMediaLink(text: string): ParsedMedia {
  if (text.length > MOST_LETTERS) return refused('notALink');
  const tokens = text
    .split(/\s+/)
    .map(bare)
    .filter((token) => token !== '');
  const links = tokens.filter(looksLikeLink);
  const [link] = links;
  if (link === undefined) return wordsOf(tokens);
  return links.length > 1 ? refused('twoLinks') : parseAddress(link);
}

/** Parses a link whose surrounding characters were removed. */
export function parseAddress(link: string): Exclude<ParsedMedia, { readonly words: string }> {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//') ? link : `https://${link}`);
  if (url?.protocol !== 'https:') return refused('notALink');
  // `URL` removes the default port, so any port that is left is unusual.
  if (url.username !== '' || url.password !== '' || url.port !== '') return refused('notAllowedSite');
  const { hostname } = url;
  const path = url.pathname.replace(/\/$/, '').split('/').slice(1);
  if (youtubeHosts.has(hostname)) return onYoutube(url, path);
  if (hostname === 'youtu.be') return path.length === 1 ? youtube('youtube', path[0]) : refused('notALink');
  if (tiktokHosts.has(hostname)) return onTiktok(path);
  if (shortTiktokHosts.has(hostname)) return shortTiktok(hostname, path.length === 1 ? path[0] : undefined, '/');
  return refused('notAllowedSite');
}

function onYoutube(url: URL, path: readonly string[]) {
  const [page, id, ...more] = path;
  if (page === 'watch' && id === undefined) {
    const ids = url.searchParams.getAll('v');
    return ids.length > 1 ? refused('twoLinks') : youtube('youtube', ids[0]);
  }
  if (more.length > 0) return refused('notALink');
  if (page === 'shorts') return youtube('shorts', id);
  return page === 'live' || page === 'embed' ? youtube('youtube', id) : refused('notALink');
}

function onTiktok(path: readonly string[]) {
  const [name = '', page, id = '', ...more] = path;
  if (name === 't') return shortTiktok('www.tiktok.com', path.length === 2 ? page : undefined, '/t/');
  const isVideo = tiktokName.test(name) && page === 'video' && tiktokId.test(id) && more.length === 0;
  if (!isVideo) return refused('notALink');
  const handle = name.length > 1 ? { handle: name.slice(1) } : {};
  return { provider: 'tiktok', kind: 'tiktok', videoId: id, ...handle } as const;
}

const youtube = (kind: 'youtube' | 'shorts', id: string | undefined) =>
  id !== undefined && youtubeId.test(id) ? ({ provider: 'youtube', kind, videoId: id } as const) : refused('notALink');

/** Builds the URL from validated parts, because we never request a URL exactly as it was typed. */
const shortTiktok = (host: string, code: string | undefined, folder: string) =>
  code !== undefined && shortCode.test(code)
    ? ({ short: new URL(`https://${host}${folder}${code}/`), provider: 'tiktok' } as const)
    : refused('notALink');

/** Returns the URL of the page where people watch the video. */
export const addressOf = (link: MediaLink): string => addresses[link.kind](link);

const addresses: Readonly<Record<MediaShareType, (link: MediaLink) => string>> = {
  youtube: ({ videoId }) => `https://www.youtube.com/watch?v=${videoId}`,
  shorts: ({ videoId }) => `https://www.youtube.com/shorts/${videoId}`,
  // TikTok finds a video by its number and ignores the name, which is for human readers.
  tiktok: ({ videoId, handle }) =>
    `https://www.tiktok.com/@${handle !== undefined && tiktokName.test(`@${handle}`) ? handle : '_'}/video/${videoId}`,
};

const refused = (reason: MediaReason) => ({ refused: reason }) as const;

/** Removes invisible characters of copied links, brackets that chats add, and the period of a sentence. */
const bare = (token: string): string =>
  token
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[<("'[]+/, '')
    .replace(/[>)"'\],.!?]+$/, '');

/** True for any text that resembles a URL, so a bad URL is refused and not used as search words. */
const looksLikeLink = (token: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:)?[\\/]{2}|:\/\//i.test(token) ||
  /^(?:javascript|data|vbscript|file|blob|about|https?|ftp|view-source|filesystem):/i.test(token) ||
  /^[^\s/@]+\.[^\s/.]{2,}(?::\d+)?[\\/?#]/.test(token) ||
  /^(?:www\.|m\.)[^\s.]+\.[^\s.]{2,}$/i.test(token);

function wordsOf(tokens: readonly string[]): ParsedMedia {
  const words = tokens.join(' ').toWellFormed();
  return words === '' || words.length > MOST_WORDS ? refused('notALink') : { words };
}
