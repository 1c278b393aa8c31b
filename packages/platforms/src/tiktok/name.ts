import type { PlatformDoors } from '@tally/kernel';
import { creatorPages, END, typedIn } from '../pages.ts';
import { followShort, readEmbed } from './oembed.ts';
import { nameRule } from './tiktok.external.ts';

const link = /^tiktok\.com\/@([^/?#]+)/;
const code = '((?:v[mt]\\.tiktok\\.com|tiktok\\.com/t)/[\\w-]{5,30})/?';
const short = new RegExp(`^${code}${END}`, 'i');
const addressOf = (found: string): string => `https://${found.replace(/^tiktok/i, 'www.tiktok')}`;
/** Some share links lead to a video without the name of its creator. */
const video = /^https:\/\/(?:www|m)\.tiktok\.com\/(?:@[^/]*\/(?:video|photo)|v)\/(\d{5,20})/;

export const creatorPageIn = creatorPages([
  {
    at: new RegExp(`^tiktok\\.com/@([\\w.]{1,23}\\w)${END}`, 'i'),
    url: (name) => `https://www.tiktok.com/@${name.toLowerCase()}`,
  },
  { at: short, url: addressOf, isThing: true },
]);

const SHORT = 'short/';
/** A share link may lead to another share link. */
const MOST_STEPS = 3;

/** Returns a name, or `short/<path>` for the creator to whom a share link of the app leads. */
export function channelNameIn(text: string): string | null {
  const typed = typedIn(text);
  const found = short.exec(typed)?.[1];
  if (found) return `${SHORT}${found}`;
  const name = link.exec(typed)?.[1] ?? typed.replace(/^@/, '');
  // A dot at the end belongs to the sentence around the name.
  return nameRule.test(name) && !name.endsWith('.') ? name.toLowerCase() : null;
}

/**
 * Returns the name behind a share link, and any other name unchanged. Returns null if the link leads to no creator.
 * Each step is read like typed text, so we contact nothing but TikTok's own shortener.
 */
export async function nameBehind(doors: PlatformDoors, name: string): Promise<string | null> {
  let next: string | null = name;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (!next?.startsWith(SHORT)) return next;
    const address = new URL(addressOf(next.slice(SHORT.length)));
    const location = URL.parse((await followShort(doors, address)) ?? '', address.href)?.href ?? '';
    const [, videoId] = video.exec(location) ?? [];
    next = channelNameIn(location);
    if (next === null && videoId) {
      const embed = await readEmbed(doors, { videoId, handle: null });
      next = embed.state === 'found' && embed.handle ? channelNameIn(embed.handle) : null;
    }
  }
  return next?.startsWith(SHORT) ? null : next;
}
