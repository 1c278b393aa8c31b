import { parseJson } from '@tally/kernel';
import { z } from 'zod';
import { type ListedVideo, RumbleItem } from './rumble.external.ts';
import { cleaned, unescaped } from './text.ts';

const MOST_SCRIPTS = 200;
const MOST_ITEMS = 300;
const HEAD_CHARACTERS = 200_000;

/** The content of a listing page. */
export interface Listing {
  /** The videos of all lists on the page, without duplicates. Some belong to other creators. */
  readonly videos: readonly ListedVideo[];
  /** The number of unreadable entries. */
  readonly odd: number;
  /** The problem of the first unreadable entry: field names without values. */
  readonly oddSample: string | null;
  readonly head: PageHead;
}

export interface PageHead {
  readonly title: string | null;
  readonly pictureUrl: string | null;
  readonly followers: number | null;
}

const Items = z.object({ items: z.array(z.unknown()) });
const Kind = z.object({ object_type: z.string().max(40) });

/** Parses the page of the user or channel at `owner`. Returns null for a page without lists, such as a block page. */
export function readListing(html: string, owner: string): Listing | null {
  const videos = new Map<string, ListedVideo>();
  let lists = 0;
  let odd = 0;
  let oddSample: string | null = null;
  for (const json of scriptsIn(html)) {
    const list = Items.safeParse(parseJson(json));
    if (!list.success) continue;
    lists += 1;
    for (const item of list.data.items.slice(0, MOST_ITEMS)) {
      // The lists also contain channels, advertisements and playlists.
      if (Kind.safeParse(item).data?.object_type !== 'video') continue;
      const read = RumbleItem.safeParse(item);
      if (read.success) {
        const { id, by } = read.data;
        videos.set(id, videos.get(id) ?? { ...read.data, by: by ?? owner });
      } else {
        odd += 1;
        oddSample ??= read.error.issues
          .map(({ path, code }) => `${path.join('.')} ${code}`)
          .slice(0, 3)
          .join(', ');
      }
    }
  }
  return lists === 0 ? null : { videos: [...videos.values()], odd, oddSample, head: readHead(html) };
}

/** Yields the texts of scripts that may be JSON, in one forward pass. */
function* scriptsIn(html: string): Generator<string> {
  let at = 0;
  for (let count = 0; count < MOST_SCRIPTS; count += 1) {
    const opening = html.indexOf('<script', at);
    const start = opening < 0 ? -1 : html.indexOf('>', opening) + 1;
    const end = start <= 0 ? -1 : html.indexOf('</script', start);
    if (end < 0) return;
    const body = html.slice(start, end).trim();
    if (body.startsWith('{')) yield body;
    at = end + '</script'.length;
  }
}

const meta = (head: string, property: string): string | null => {
  const found = new RegExp(`<meta property="og:${property}" content="([^"]{1,2000})"`).exec(head)?.[1];
  return found === undefined ? null : cleaned(unescaped(found));
};

function readHead(html: string): PageHead {
  const head = html.slice(0, HEAD_CHARACTERS);
  const picture = meta(head, 'image');
  const [, number, unit] = /(?<![\d.,])([\d.,]{1,12})([KMB]?) Followers/i.exec(head) ?? [];
  const factor = { K: 1e3, M: 1e6, B: 1e9 }[unit?.toUpperCase() ?? ''] ?? 1;
  const followers = Math.round(Number(number?.replaceAll(',', '')) * factor);
  return {
    title: meta(head, 'title') || null,
    pictureUrl: picture && /^https?:$/.test(URL.parse(picture)?.protocol ?? '') ? picture : null,
    followers: Number.isSafeInteger(followers) ? followers : null,
  };
}

/** Returns the page's title, which distinguishes a challenge from a new design. */
export const sampleOf = (html: string): string =>
  `${html.length} characters, "${cleaned(/<title>([^<]{0,120})/.exec(html.slice(0, 20_000))?.[1] ?? '')}"`;
