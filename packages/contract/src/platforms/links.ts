import { aboutPlatforms, type Platform, platforms } from './words.ts';

export interface PastedLink {
  readonly url: URL;
  /** Null: no platform of ours. */
  readonly platform: Platform | null;
}

/** An address that was pasted into a field for a creator's name, with or without `https://`. Null: it is no address. */
export function readPastedLink(text: string): PastedLink | null {
  const typed = text.trim();
  if (!/^(?:https?:\/\/|[\w.-]+\.(?:com|tv|be)(?:\/|$))/i.test(typed)) return null;
  const url = URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed}`);
  if (!url) return null;
  const found = platforms.find((each) => aboutPlatforms[each].links.hosts.test(url.hostname));
  return { url, platform: found ?? null };
}
