import type { Platform, RumbleType } from '@tally/contract/platforms';

const hosts: Record<Platform, RegExp> = {
  kick: /^(?:www\.)?kick\.com$/,
  twitch: /^(?:www\.|m\.)?twitch\.tv$/,
  youtube: /^(?:www\.|m\.)?youtube\.com$/,
  tiktok: /^(?:www\.|m\.)?tiktok\.com$/,
  rumble: /^(?:www\.)?rumble\.com$/,
};

/** Words that stand before the name in an address: `youtube.com/channel/UC…`, `rumble.com/c/name`. */
const prefixes = new Set(['c', 'channel', 'user', 'popout']);

const rumbleTypes: Readonly<Record<string, RumbleType>> = { c: 'channel', user: 'user' };

export type ReadName =
  | { readonly kind: 'name'; readonly name: string; readonly rumbleType?: RumbleType }
  | { readonly kind: 'other'; readonly platform: Platform }
  | { readonly kind: 'unclear' };

/** What somebody typed or pasted: a name, `@name`, or a link to the creator's page. */
export function readStreamerName(typed: string, platform: Platform): ReadName {
  const text = typed.trim();
  const url = asLink(text);
  if (!url) return asName(text);
  const owner = (Object.keys(hosts) as Platform[]).find((each) => hosts[each].test(url.hostname));
  if (!owner) return { kind: 'unclear' };
  if (owner !== platform) return { kind: 'other', platform: owner };
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '');
  const read = asName(decode(prefixes.has(first) ? second : first));
  // Rumble keeps users and channels apart: the same name may be two people.
  const rumbleType = platform === 'rumble' ? rumbleTypes[first] : undefined;
  return read.kind === 'name' && rumbleType ? { ...read, rumbleType } : read;
}

function asLink(text: string): URL | null {
  if (!/^(?:https?:\/\/|[\w.-]+\.(?:com|tv)(?:\/|$))/i.test(text)) return null;
  return URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function asName(text: string): ReadName {
  const name = text.replace(/^@/, '');
  return /^[^\s/\\]{1,100}$/u.test(name) && !/^\.{1,2}$/.test(name) ? { kind: 'name', name } : { kind: 'unclear' };
}
