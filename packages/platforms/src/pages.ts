import type { CreatorPage } from '@tally/kernel';

interface Pages {
  /** Of an address without `https://`, `www.` and `m.`. Its group is the name. */
  readonly at: RegExp;
  readonly url: (name: string) => string;
  readonly isThing?: true;
}

/** The end of a name in an address. */
export const END = '(?=[/?#]|$)';

/** A reader of addresses that lead to creators. Addresses with hidden or broken letters lead to no creator. */
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
