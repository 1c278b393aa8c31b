import type { HttpCall } from '@tally/infra/http';
import { type EmoteFound, type EmoteList, type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import {
  BetterttvBots,
  BetterttvGlobal,
  BetterttvUser,
  FrankerfacezGlobal,
  FrankerfacezRoom,
  SeventvSet,
  SeventvUser,
} from './emote-sets.external.ts';

export const emoteSets = ['7tv', 'betterttv', 'frankerfacez'] as const;
export type EmoteSet = (typeof emoteSets)[number];

type Doors = Pick<PlatformDoors, 'http' | 'config'>;
/** A channel by its platform's id, because names change. */
export interface EmoteChannel {
  readonly platform: 'kick' | 'twitch';
  readonly id: string;
}

/** A page waits for the set, but can show other sets first. */
const TIMEOUT_MS = 4_000;
const MAX_BYTES = 6_000_000;

/**
 * Lists a channel's emotes of one browser extension. An empty list means that the source does not know the channel. A
 * failed call is an `UpstreamError`.
 */
export async function listEmoteSet(doors: Doors, set: EmoteSet, channel: EmoteChannel): Promise<readonly EmoteList[]> {
  const { own, global } = asking[set](doors, channel);
  const [ofChannel, ofEverybody] = await Promise.all([own, global]);
  return [
    { of: 'channel', emotes: ofChannel },
    { of: 'everybody', emotes: ofEverybody },
  ];
}

/** FrankerFaceZ knows only Twitch channels. */
export const knowsPlatform = (set: EmoteSet, platform: EmoteChannel['platform']): boolean =>
  platform === 'twitch' || set === '7tv';

/** Lists the accounts that a Twitch channel has named as its bots at BetterTTV. */
export async function listBots(doors: Doors, { id }: Pick<EmoteChannel, 'id'>): Promise<readonly string[]> {
  const { apiUrl } = doors.config.emotes.betterttv;
  return await orNone(get(doors, `${apiUrl}/3/cached/users/twitch/${id}`, BetterttvBots));
}

type Asked = { readonly own: Promise<EmoteFound[]>; readonly global: Promise<EmoteFound[]> };

const asking: Readonly<Record<EmoteSet, (doors: Doors, channel: EmoteChannel) => Asked>> = {
  '7tv': (doors, { platform, id }) => {
    const { apiUrl } = doors.config.emotes.seventv;
    return {
      own: orNone(get(doors, `${apiUrl}/v3/users/${platform}/${id}`, SeventvUser)),
      global: get(doors, `${apiUrl}/v3/emote-sets/global`, SeventvSet),
    };
  },
  betterttv: (doors, { id }) => {
    const { apiUrl } = doors.config.emotes.betterttv;
    return {
      own: orNone(get(doors, `${apiUrl}/3/cached/users/twitch/${id}`, BetterttvUser)),
      global: get(doors, `${apiUrl}/3/cached/emotes/global`, BetterttvGlobal),
    };
  },
  frankerfacez: (doors, { id }) => {
    const { apiUrl } = doors.config.emotes.frankerfacez;
    return {
      own: orNone(get(doors, `${apiUrl}/v1/room/id/${id}`, FrankerfacezRoom)),
      global: get(doors, `${apiUrl}/v1/set/global`, FrankerfacezGlobal),
    };
  },
};

async function get<S extends z.ZodType>({ http }: Doors, url: string, schema: S): Promise<z.output<S>> {
  const call: HttpCall = { world: 'emotes', url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  return (await http.json(call, schema)).data;
}

/** The source responds with 404 for a channel that it does not know. */
async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') return [];
    throw error;
  }
}
