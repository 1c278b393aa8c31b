import { readPastedLink } from '@tally/contract';
import type { CreatorPage } from '@tally/kernel';

interface Pages {
  /** For addresses without `https://`, `www.` and `m.`. The pattern's group is the name. */
  readonly at: RegExp;
  readonly url: (name: string) => string;
  readonly isThing?: true;
}

/** What may follow a name in an address. */
export const END = '(?=[/?#]|$)';

/** Reads addresses that lead to creators. */
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

/** Text of a person. A link is returned as a browser reads it, without its scheme; one that hides its name, as ''. */
export function typedIn(text: string): string {
  const link = readPastedLink(text);
  return link ? (plainAddress(link.url) ?? '') : text.trim();
}

/**
 * `kick.com/ada?x=1`. A browser has already resolved `..`. Null: another port, or a path that sites read in different
 * ways, because it has empty parts, encoded slashes or broken letters.
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
