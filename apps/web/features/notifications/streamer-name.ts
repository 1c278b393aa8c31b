import type { AboutPlatform } from '@tally/contract/platforms/about';
import { readPastedLink } from '@tally/contract/platforms/links';
import { addressFrom, namesakeWord } from '@tally/contract/platforms/namesakes';
import { aboutPlatforms, type Platform } from '@tally/contract/platforms/words';

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
  const { links }: AboutPlatform = aboutPlatforms[platform];
  if (links.codeHosts?.test(url.hostname) || links.nameless.test(first)) return { kind: 'nameless' };
  const read = asName(decode(links.prefixes?.includes(first) ? second : first));
  // Where users and channels are kept apart, the same name may be two people.
  const word = namesakeWord(url.pathname.slice(1));
  return read.kind === 'name' ? { ...read, name: addressFrom({ platform, name: read.name }, word) } : read;
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
