import type { AboutPlatform } from './about.ts';
import { aboutPlatforms, type Platform, platforms } from './words.ts';

export interface PastedLink {
  readonly url: URL;
  /** Null if the link leads to none of our platforms. */
  readonly platform: Platform | null;
}

/** Reads a URL pasted into a field for a creator's name, with or without `https://`. Null if it is not a URL. */
export function readPastedLink(text: string): PastedLink | null {
  const typed = text.trim();
  const hasScheme = /^https?:\/\//i.test(typed);
  const url = URL.parse(hasScheme ? typed : `https://${typed}`);
  if (!url) return null;
  // `kick.com.` with a final dot is the same host.
  url.hostname = url.hostname.replace(/\.$/, '');
  const isOn = (each: Platform) =>
    url.username + url.password === '' && aboutPlatforms[each].links.hosts.test(url.hostname);
  const platform = platforms.find(isOn) ?? null;
  // Names may contain dots, but no slash.
  const isAddress = hasScheme || platform !== null || /^[\w-]+(?:\.[\w-]+)+\//.test(typed);
  return isAddress ? { url, platform } : null;
}

/** Returns the platform whose channel ids have this form, if only one does. */
export const platformOfId = (text: string): Platform | undefined =>
  platforms.find((each) => {
    const { links }: AboutPlatform = aboutPlatforms[each];
    return links.ids?.test(text);
  });
