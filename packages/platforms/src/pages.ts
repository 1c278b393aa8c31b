import type { CreatorPage } from '@tally/kernel';

interface Pages {
  /** For addresses without `https://`, `www.` and `m.`. The pattern's group is the name. */
  readonly at: RegExp;
  readonly url: (name: string) => string;
  readonly isThing?: true;
}

/** The end of a name in an address. */
export const END = '(?=[/?#]|$)';

/** Reads addresses that lead to creators. Addresses with hidden or broken letters lead to none. */
export const creatorPages =
  (pages: readonly Pages[]) =>
  ({ protocol, port, hostname, pathname, search }: URL): CreatorPage | null => {
    if (!/^https?:$/.test(protocol) || port !== '') return null;
    const address = `${hostname.replace(/^(?:www|m)\./, '')}${decoded(pathname)}${search}`;
    for (const { at, url, isThing = false } of pages) {
      const [, name] = at.exec(address) ?? [];
      const shows = /\/live(?:[/?#]|$)/.test(address) ? 'live' : /\/(?:shorts|video|photo)\//.test(address) && 'video';
      if (name) return { url: url(name), isThing, ...(shows && { shows }) };
    }
    return null;
  };

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}
