import type { MediaProvider, MediaReason, MediaShareType } from '@tally/contract';

/** A video by its id; where it begins, which list it stands in and who shared it are dropped: nobody chooses the second. */
export interface MediaLink {
  readonly provider: MediaProvider;
  readonly kind: MediaShareType;
  readonly videoId: string;
  /** Of TikTok, who made it, as addresses write it. */
  readonly handle?: string | undefined;
}

export type ParsedMedia =
  | MediaLink
  /** No link: to be searched for. */
  | { readonly words: string }
  /** Of TikTok's own shortener, without anything that came along. Where it leads has to be asked. */
  | { readonly shortTiktok: URL }
  | { readonly refused: MediaReason };

const MOST_LETTERS = 2_000;
/** Longer words are no title. */
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

/** What somebody wrote, as one video, as words, or as a refusal. Asks nobody. */
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

/** The address of a link, without what people and programs put around it. */
export function parseAddress(link: string): Exclude<ParsedMedia, { readonly words: string }> {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//') ? link : `https://${link}`);
  if (url?.protocol !== 'https:') return refused('notALink');
  // The port of https itself is dropped by the parser.
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

/** Written anew from parts that were checked: nothing of the address that somebody typed is asked. */
const shortTiktok = (host: string, code: string | undefined, folder: string) =>
  code !== undefined && shortCode.test(code)
    ? { shortTiktok: new URL(`https://${host}${folder}${code}/`) }
    : refused('notALink');

/** Where people watch it. */
export const addressOf = ({ provider, kind, videoId, handle }: MediaLink): string => {
  // The name in it is for people: TikTok finds a video by its number.
  const name = handle !== undefined && tiktokName.test(`@${handle}`) ? handle : '_';
  if (provider === 'tiktok') return `https://www.tiktok.com/@${name}/video/${videoId}`;
  return kind === 'shorts' ? `https://www.youtube.com/shorts/${videoId}` : `https://www.youtube.com/watch?v=${videoId}`;
};

const refused = (reason: MediaReason) => ({ refused: reason }) as const;

/** Signs that nobody sees come along when a link is copied; chats put it into brackets, and sentences end with a dot. */
const bare = (token: string): string =>
  token
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[<("'[]+/, '')
    .replace(/[>)"'\],.!?]+$/, '');

/**
 * Not only what is one: whatever means to be an address is read as an address, so that what is none is refused and not
 * searched for.
 */
const looksLikeLink = (token: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:)?[\\/]{2}|:\/\//i.test(token) ||
  /^(?:javascript|data|vbscript|file|blob|about|https?|ftp|view-source|filesystem):/i.test(token) ||
  /^[^\s/@]+\.[^\s/.]{2,}(?::\d+)?[\\/?#]/.test(token) ||
  /^(?:www\.|m\.)[^\s.]+\.[^\s.]{2,}$/i.test(token);

function wordsOf(tokens: readonly string[]): ParsedMedia {
  const words = tokens.join(' ').toWellFormed();
  return words === '' || words.length > MOST_WORDS ? refused('notALink') : { words };
}
