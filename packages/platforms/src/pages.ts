import { readPastedLink } from '@tally/contract';
import type { CreatorPage } from '@tally/kernel';

interface Pages {
  /** Matches URLs without `https://`, `www.` and `m.`. The pattern's group is the name. */
  readonly at: RegExp;
  readonly url: (name: string) => string;
  readonly isThing?: true;
}

/** Matches the characters that may follow a name in a URL. */
export const END = '(?=[/?#]|$)';

/** Reads URLs that lead to creators. */
export const creatorPages =
  (pages: readonly Pages[]) =>
  (url: URL): CreatorPage | null => {
    const address = plainAddress(url) ?? '';
    for (const { at, url: urlOf, isThing = false } of pages) {
      const [, name] = at.exec(address) ?? [];
      const shows = /\/live(?:[/?#]|$)/.test(address) ? 'live' : /\/(?:shorts|video|photo)\//.test(address) && 'video';
      if (name) return { url: urlOf(name), isThing, ...(shows && { shows }) };
    }
    return null;
  };

/** Normalizes typed text. A link loses its scheme, as in a browser. A link that hides its name becomes ''. */
export function typedIn(text: string): string {
  const link = readPastedLink(text);
  return link ? (plainAddress(link.url) ?? '') : text.trim();
}

/**
 * Returns for example `kick.com/ada?x=1`. A browser has already resolved `..`. Returns null for another port, and for
 * paths that sites read in different ways: with empty parts, encoded slashes or broken letters.
 */
function plainAddress({ protocol, username, password, port, hostname, pathname, search }: URL): string | null {
  if (!/^https?:$/.test(protocol) || `${username}${password}${port}` !== '') return null;
  if (/\/\/+[^/]|%(?:2f|5c|3f|23)/i.test(pathname)) return null;
  try {
    return `${hostname.replace(/^(?:www|m)\./, '')}${decodeURIComponent(pathname)}${search}`;
  } catch {
    return null;
  }
}
