import { readPastedLink } from '@tally/contract/platforms/links';
import { addressFrom, kindIn } from '@tally/contract/platforms/namesakes';
import type { Platform } from '@tally/contract/platforms/platform';

/** Path parts before the name in an address: `youtube.com/channel/UC…`, `rumble.com/c/name`. */
const prefixes = new Set(['c', 'channel', 'user', 'popout']);

/** First words of addresses that lead to a video, a clip or a list, and do not say whose it is. */
const nameless: Record<Platform, RegExp> = {
  kick: /^(?:videos?|clips?|category|categories|browse)$/,
  twitch: /^(?:videos?|clip|directory)$/,
  youtube: /^(?:watch|shorts|live|embed|v|clip|playlist|post|feed|results|hashtag)$/,
  tiktok: /^(?:t|v|tag|music|discover|search|foryou|explore)$/,
  rumble: /^(?:v[\w]{4,}-.*|v[\w]+\.html|videos|live|browse|category|playlists|embed|shorts)$/,
};

/** Hosts whose whole path is a code. */
const codeHosts = /^(?:youtu\.be|(?:vm|vt)\.tiktok\.com|clips\.twitch\.tv)$/;

export type ReadName =
  /** `platform`: where a link leads that is not of the list's own platform. */
  | { readonly kind: 'name'; readonly name: string; readonly platform?: Platform }
  /** A link to something that the creator made: it does not name them. */
  | { readonly kind: 'nameless' }
  | { readonly kind: 'unclear' };

/** Reads typed or pasted text: a name, `@name`, or a link to the creator's page. */
export function readStreamerName(typed: string, platform: Platform): ReadName {
  const text = typed.trim();
  const link = readPastedLink(text);
  if (!link) return asName(text);
  const { url, platform: owner } = link;
  if (!owner) return { kind: 'unclear' };
  if (owner !== platform) {
    const elsewhere = readStreamerName(text, owner);
    return elsewhere.kind === 'name' ? { ...elsewhere, platform: owner } : elsewhere;
  }
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '');
  if (codeHosts.test(url.hostname) || nameless[platform].test(first)) return { kind: 'nameless' };
  const read = asName(decode(prefixes.has(first) ? second : first));
  // Where users and channels are kept apart, the same name may be two people.
  const kind = kindIn(url.pathname.slice(1));
  return read.kind === 'name'
    ? { ...read, name: addressFrom({ platform, name: read.name }, { rumbleType: kind }) }
    : read;
}

/** A longer list was not made by hand. */
export const MOST_NAMES = 100;
const MOST_LETTERS = 15_000;

export interface TypedName {
  /** Equal for the same creator, in any spelling. */
  readonly key: string;
  readonly typed: string;
  readonly read: ReadName;
}

/** Reads several names or links, separated by lines or commas, without duplicates. */
export function readStreamerNames(
  text: string,
  platform: Platform,
): { readonly names: readonly TypedName[]; readonly isCut: boolean } {
  const names = new Map<string, TypedName>();
  for (const typed of text
    .slice(0, MOST_LETTERS)
    .split(/[\n\r,;،؛]+/u)
    .flatMap(piecesOf)) {
    const read = readStreamerName(typed, platform);
    const key = read.kind === 'name' ? keyOf(read) : typed;
    if (!names.has(key)) names.set(key, { key, typed, read });
  }
  const all = [...names.values()];
  return { names: all.slice(0, MOST_NAMES), isCut: text.length > MOST_LETTERS || all.length > MOST_NAMES };
}

/** Names may contain spaces, such as Harbor Radio; links and handles may not. */
function piecesOf(part: string): string[] {
  const words = part.split(/\s+/u).filter((word) => word !== '');
  if (words.every((word) => /^@.|\//u.test(word))) return words;
  return [words.join(' ')];
}

const keyOf = ({ platform, name }: Extract<ReadName, { kind: 'name' }>): string =>
  `${platform ?? ''} ${name.toLowerCase()}`;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function asName(text: string): ReadName {
  // Display names often contain spaces; the server knows the addresses that they may mean.
  const name = text.replace(/^@/, '').replaceAll(/\s+/gu, ' ').trim();
  return /^[^/\\]{1,100}$/u.test(name) && !/^\.{1,2}$/.test(name) ? { kind: 'name', name } : { kind: 'unclear' };
}
