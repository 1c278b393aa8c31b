import type { RestReason, Starboard, StarboardPatch } from '@tally/contract';
import type { Board, BoardSettings } from '../tables.ts';

const emptySettings = {
  enabled: null,
  allowBotMessages: null,
  allowNsfw: null,
  allowSelfStar: null,
  deleteIfLost: null,
  openThreadOnStar: null,
  emojiId: null,
  emojiName: null,
  threshold: null,
  removeThreshold: null,
  rewardRole: null,
  requireImage: null,
  minimumAgeMinutes: null,
  maximumAgeMinutes: null,
  filter: null,
} satisfies { [K in keyof Required<BoardSettings>]: null };

export function asStarboard(
  { serverId, channelId, settings }: Pick<Board, 'serverId' | 'channelId' | 'settings'>,
  about: { pausedBy: RestReason | null; posts: number; stars: number },
): Starboard {
  const { filter, ...rest } = { ...emptySettings, ...settings };
  return { guildId: serverId, channelId, ...rest, filter: filter ? { ...emptyFilter, ...filter } : null, ...about };
}

const emptyFilter = { channelMode: null, channels: [], roleMode: null, roles: [] };

/** What was not sent stays as it was. */
export function wholeSettings(
  { channelId: _channelId, ...sent }: StarboardPatch,
  former: BoardSettings = {},
): BoardSettings {
  const merged: BoardSettings = { ...emptySettings, ...former, ...withoutUndefined(sent) };
  const { filter } = merged;
  if (!filter) return merged;
  const whole = { ...emptyFilter, ...former.filter, ...withoutUndefined(filter) };
  return { ...merged, filter: { ...whole, channels: unique(whole.channels), roles: unique(whole.roles) } };
}

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
