import type { AboutPlatform } from './about.ts';
import { aboutPlatforms, type Platform, platforms } from './words.ts';

export interface PastedLink {
  readonly url: URL;
  /** Null: not a platform of ours. */
  readonly platform: Platform | null;
}

/** An address pasted into a field for a creator's name, with or without `https://`. Null: not an address. */
export function readPastedLink(text: string): PastedLink | null {
  const typed = text.trim();
  const hasScheme = /^https?:\/\//i.test(typed);
  const url = URL.parse(hasScheme ? typed : `https://${typed}`);
  if (!url) return null;
  // `kick.com.` is the same host.
  url.hostname = url.hostname.replace(/\.$/, '');
  const isOn = (each: Platform) =>
    url.username + url.password === '' && aboutPlatforms[each].links.hosts.test(url.hostname);
  const platform = platforms.find(isOn) ?? null;
  // Names may contain dots, but no slash.
  const isAddress = hasScheme || platform !== null || /^[\w-]+(?:\.[\w-]+)+\//.test(typed);
  return isAddress ? { url, platform } : null;
}

/** The platform whose channels have ids of this form, if the form shows it. */
export const platformOfId = (text: string): Platform | undefined =>
  platforms.find((each) => {
    const { links }: AboutPlatform = aboutPlatforms[each];
    return links.ids?.test(text);
  });
