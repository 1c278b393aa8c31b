import type { Platform } from './platform.ts';

const hosts: Readonly<Record<Platform, RegExp>> = {
  kick: /^(?:www\.)?kick\.com$/,
  twitch: /^(?:(?:www|m|clips)\.)?twitch\.tv$/,
  youtube: /^(?:(?:(?:www|m|music|gaming)\.)?youtube\.com|youtu\.be)$/,
  tiktok: /^(?:(?:www|m|vm|vt)\.)?tiktok\.com$/,
  rumble: /^(?:www\.)?rumble\.com$/,
};

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
  const found = (Object.keys(hosts) as Platform[]).find((each) => hosts[each].test(url.hostname));
  return { url, platform: found ?? null };
}
