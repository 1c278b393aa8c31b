import { END, typedIn } from '../pages.ts';

/**
 * Pages show no owner id, so we use the path as the id: `c/harborradio`, `user/quietpines`. Users and channels are two
 * namespaces, and Rumble ignores case.
 */
export type Address = `c/${string}` | `user/${string}`;

const slug = /^[\w.-]{2,100}$/;
const link = /^rumble\.com\/(c|user)\/([^/?#]+)/i;
/** The first path segments of other pages. */
const others =
  'c|user|v|videos|shorts|browse|category|playlists|editor-picks|login|register|upload|live|embed|search|account|premium';
/** `rumble.com/<name>` leads to the channel of that name. */
const shortLink = new RegExp(`^rumble\\.com/(?!(?:${others})${END})([^/?#]+)(?<!\\.html)/*(?:\\?|$)`, 'i');

/** Matches `rumble.com/v6abc-some-title.html`. Without a title it may be a channel's name. */
export const VIDEO_PAGE = 'rumble\\.com/(v[\\da-z]{3,12}(?:-[\\w.%-]{0,200})?\\.html)(?:[?#]|$)';
const page = new RegExp(`^${VIDEO_PAGE}`, 'i');
const VIDEO = 'video/';

export const videoNamed = (name: string): string | null => (name.startsWith(VIDEO) ? name.slice(VIDEO.length) : null);

/**
 * Returns an address if the text distinguishes user and channel, otherwise a name that may be both. For the channel of
 * a video, returns `video/<page>`.
 */
export function channelNameIn(text: string): string | null {
  const typed = typedIn(text);
  const watched = page.exec(typed)?.[1];
  if (watched) return `${VIDEO}${watched.toLowerCase()}`;
  const [, space, named] = link.exec(typed) ?? /^(c|user)\/(.+)$/i.exec(typed) ?? [];
  const short = shortLink.exec(typed)?.[1];
  const name = (named ?? short ?? typed).replace(/^@/, '');
  if (!slug.test(name) || /^\.+$/.test(name)) return null;
  return (space ? `${space}/${name}` : short ? `c/${name}` : name).toLowerCase();
}

/** A bare name may belong to a user and a channel. */
export const addressesOf = (name: string): readonly string[] =>
  name.includes('/') ? [name] : [`user/${name}`, `c/${name}`];

/** Returns the owner of the page that one of Rumble's links leads to. */
export function addressIn(url: string): Address | null {
  const [, space, name] = /^(?:https?:\/\/[^/]{1,100})?\/(c|user)\/([\w.-]{1,100})\/?$/i.exec(url) ?? [];
  return space && name ? (`${space}/${name}`.toLowerCase() as Address) : null;
}

export const nameOf = (address: string): string => address.slice(address.indexOf('/') + 1);

/** Public links lead to the real site, even if we read pages elsewhere. */
export const SITE = 'https://rumble.com';
export const urlOf = (address: string): string => `${SITE}/${address}`;
