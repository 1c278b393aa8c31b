import type { RumbleType } from '@tally/contract';

/**
 * Pages show no owner id, so we use the address as the id: `c/harborradio`, `user/quietpines`. Users and channels are
 * two namespaces, and Rumble ignores case.
 */
export type Address = `c/${string}` | `user/${string}`;

const slug = /^[\w.-]{2,100}$/;
const link = /^(?:https?:\/\/)?(?:www\.)?rumble\.com\/(c|user)\/([^/?#\s]+)/i;
/** `rumble.com/<name>` leads to the channel of that name. */
const shortLink = /^(?:https?:\/\/)?(?:www\.)?rumble\.com\/([^/?#\s]+)\/?(?:[?#]|$)/i;
/** First path segments of other pages. */
const notNames = new Set([
  'c',
  'user',
  'v',
  'videos',
  'shorts',
  'browse',
  'live',
  'embed',
  'search',
  'account',
  'premium',
]);

export function channelNameIn(text: string): string | null {
  const typed = text.trim();
  const name = link.exec(typed)?.[2] ?? shortNameIn(typed) ?? typed.replace(/^@/, '').replace(/^(?:c|user)\//i, '');
  return slug.test(name) && !/^\.+$/.test(name) ? name.toLowerCase() : null;
}

function shortNameIn(typed: string): string | null {
  const name = shortLink.exec(typed)?.[1] ?? null;
  return name && !notNames.has(name.toLowerCase()) && !name.endsWith('.html') ? name : null;
}

export function rumbleTypeIn(text: string): RumbleType | null {
  const space = link.exec(text.trim())?.[1] ?? /^(c|user)\//i.exec(text.trim())?.[1];
  if (space) return space.toLowerCase() === 'c' ? 'channel' : 'user';
  return shortNameIn(text.trim()) ? 'channel' : null;
}

export const addressOf = (type: RumbleType, name: string): Address =>
  `${type === 'channel' ? 'c' : 'user'}/${name.toLowerCase()}`;

/** The owner of a page that one of their links leads to. */
export function addressIn(url: string): Address | null {
  const [, space, name] = /^(?:https?:\/\/[^/]{1,100})?\/(c|user)\/([\w.-]{1,100})\/?$/i.exec(url) ?? [];
  if (!space || !name) return null;
  return addressOf(space.toLowerCase() === 'c' ? 'channel' : 'user', name);
}

export const nameOf = (address: string): string => address.slice(address.indexOf('/') + 1);

/** Public links lead to the real site, even if we read pages elsewhere. */
export const SITE = 'https://rumble.com';
export const urlOf = (address: string): string => `${SITE}/${address}`;
