import type { EmoteSize, EmoteSource } from '@tally/contract';
import type { Config } from '@tally/kernel';

export interface EmoteId {
  readonly source: EmoteSource;
  readonly id: string;
}

type Addresses = Pick<Config, 'kick' | 'emotes'>;

interface Files {
  readonly base: (config: Addresses) => string;
  /** The host of the real files, even if another URL is configured. */
  readonly home: string;
  readonly id: RegExp;
  /** Paths below the base URL. If there are several, the first existing one counts. */
  readonly paths: (id: string, size: EmoteSize) => readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const sizeOf = <T>(size: EmoteSize, [small, medium, large]: readonly [T, T, T]): T => ({ small, medium, large })[size];

const files: Readonly<Record<EmoteSource, Files>> = {
  kick: {
    base: ({ kick }) => kick.filesUrl,
    home: 'https://files.kick.com',
    id: /^\d{1,15}$/,
    paths: (id) => [`/emotes/${id}/fullsize`],
    // Kick responds with 403 to a request without this header.
    headers: { referer: 'https://kick.com/' },
  },
  twitch: {
    base: ({ emotes }) => emotes.twitchCdnUrl,
    home: 'https://static-cdn.jtvnw.net',
    id: /^\w{1,100}$/,
    paths: (id, size) => [`/emoticons/v2/${id}/default/dark/${sizeOf(size, ['1.0', '2.0', '3.0'])}`],
  },
  '7tv': {
    base: ({ emotes }) => emotes.seventv.cdnUrl,
    home: 'https://cdn.7tv.app',
    id: /^[0-9A-Za-z]{20,30}$/,
    paths: (id, size) => [`/emote/${id}/${sizeOf(size, ['1x', '2x', '4x'])}.webp`],
  },
  betterttv: {
    base: ({ emotes }) => emotes.betterttv.cdnUrl,
    home: 'https://cdn.betterttv.net',
    id: /^[0-9a-f]{24}$/,
    paths: (id, size) => [`/emote/${id}/${sizeOf(size, ['1x', '2x', '3x'])}`],
  },
  frankerfacez: {
    base: ({ emotes }) => emotes.frankerfacez.cdnUrl,
    home: 'https://cdn.frankerfacez.com',
    id: /^\d{1,12}$/,
    // Most emotes are not animated, and few have every size.
    paths: (id, size) => {
      const named = sizeOf(size, [['1'], ['2', '1'], ['4', '2', '1']]);
      return [`/emote/${id}/animated/${named[0]}`, ...named.map((each) => `/emote/${id}/${each}`)];
    },
  },
};

export const isEmoteId = ({ source, id }: EmoteId): boolean => files[source].id.test(id);

/** Returns the URLs of an emote's files. They depend only on its id, so no input can lead us elsewhere. */
export function emoteFiles(
  config: Addresses,
  emote: EmoteId,
  size: EmoteSize,
): { readonly urls: readonly string[]; readonly headers: Readonly<Record<string, string>> } {
  const { base, paths, headers = {} } = files[emote.source];
  return { urls: paths(emote.id, size).map((path) => `${base(config)}${path}`), headers };
}

export const emoteAddress = (config: Addresses, emote: EmoteId): string =>
  emoteFiles(config, emote, 'large').urls.at(0) ?? '';

const idIn = /^\/(?:emotes|emoticons\/v2|emote)\/([^/?#]+)\//;

/** Returns the emote that a URL belongs to, or null if it belongs to none of the sources. */
export function readEmoteAddress(config: Addresses, address: string): EmoteId | null {
  const url = URL.parse(address);
  if (!url || url.username !== '' || url.password !== '') return null;
  for (const [source, { base, home }] of Object.entries(files) as [EmoteSource, Files][]) {
    for (const start of [base(config), home]) {
      if (!`${url.origin}${url.pathname}`.startsWith(`${start}/`)) continue;
      const emote = { source, id: idIn.exec(`${url.origin}${url.pathname}`.slice(start.length))?.[1] ?? '' };
      if (isEmoteId(emote)) return emote;
    }
  }
  return null;
}
