import type { Doors, SeenRequest } from '../platform/doors.ts';
import type { EmotePicture } from '../platform/pictures/emotes.ts';

/** Sources of emotes besides the platform: https://7tv.app, https://betterttv.com, https://www.frankerfacez.com */
export const sources = ['7tv', 'bttv', 'ffz'] as const;
export type Source = (typeof sources)[number];

export interface Emote {
  readonly id: string;
  readonly name: string;
  readonly picture: EmotePicture;
  /** True if it is drawn over the preceding emote. */
  readonly isOverlay?: boolean;
  /** For 7TV and BetterTTV: another channel shared the emote, or its set is missing. */
  readonly isShared?: boolean;
}

export interface EmotesWorld {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  /** The lists by source, then by `platform/id of the channel`. */
  readonly channels: Readonly<Record<Source, Map<string, Emote[]>>>;
  readonly globals: Readonly<Record<Source, readonly Emote[]>>;
  /** Accounts that channels registered as bots at BetterTTV. */
  readonly bots: ReadonlyMap<string, readonly string[]>;
  readonly away: Set<Source>;
  next: number;
}

export const idOf: Readonly<Record<Source, (number: number) => string>> = {
  '7tv': (number) => `01J${number.toString(16).toUpperCase().padStart(23, '0')}`,
  bttv: (number) => number.toString(16).padStart(24, '5'),
  ffz: (number) => String(200_000 + number),
};

const named = (source: Source, first: number, list: readonly Omit<Emote, 'id'>[]): Emote[] =>
  list.map((emote, at) => ({ ...emote, id: idOf[source](first + at) }));

/** The xQc of the simulated platforms has some emotes of each source. A second creator keeps an empty set. */
const xqc = ['twitch/71092938', 'kick/676'];
const emptyHanded = 'twitch/37402112';

export function createWorld(doors: Doors): EmotesWorld {
  const seven = named('7tv', 1, [
    { name: 'catLamp', picture: 'moving-webp' },
    { name: 'peepoLamp', picture: 'webp' },
    { name: 'RainOver', picture: 'moving-webp', isOverlay: true },
  ]);
  const better = named('bttv', 1, [
    { name: 'lampJam', picture: 'gif' },
    { name: 'lampSip', picture: 'png', isShared: true },
  ]);
  const frankers = named('ffz', 1, [
    { name: 'LampWide', picture: 'png' },
    { name: 'LampSpin', picture: 'moving-webp' },
  ]);
  return {
    doors,
    requests: [],
    channels: {
      '7tv': new Map<string, Emote[]>([...xqc.map((key) => [key, seven] as const), [emptyHanded, []]]),
      bttv: new Map([['twitch/71092938', better]]),
      ffz: new Map([['twitch/71092938', frankers]]),
    },
    globals: {
      '7tv': named('7tv', 900, [{ name: 'EZ', picture: 'webp' }]),
      bttv: named('bttv', 900, [{ name: ':tf:', picture: 'png' }]),
      ffz: named('ffz', 900, [{ name: 'LilZ', picture: 'png' }]),
    },
    bots: new Map([['twitch/71092938', ['Lamp_Bot']]]),
    away: new Set(),
    next: 5_000,
  };
}

export const findEmote = (world: EmotesWorld, source: Source, id: string): Emote | undefined =>
  [...world.globals[source], ...[...world.channels[source].values()].flat()].find((emote) => emote.id === id);
