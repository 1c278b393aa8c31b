import { type RestReason, Starboard, type StarboardPatch } from '@tally/contract';
import { emptyOf } from '@tally/contract/wire/fields';
import { versionOf } from '@tally/kernel';
import type { Board, BoardSettings } from '../tables.ts';

const emptySettings: Omit<Starboard, 'guildId' | 'channelId' | 'pausedBy' | 'posts' | 'stars' | 'version'> = emptyOf(
  Starboard.omit({ guildId: true, channelId: true, pausedBy: true, posts: true, stars: true, version: true }),
);

/** The owner's settings of a board, with all keys present. */
export function settingsOf({ channelId, settings }: Pick<Board, 'channelId' | 'settings'>) {
  const { filter, ...rest } = { ...emptySettings, ...settings };
  return { channelId, ...rest, filter: filter ? { ...emptyFilter, ...filter } : null };
}

export function asStarboard(
  board: Pick<Board, 'serverId' | 'channelId' | 'settings'>,
  about: { pausedBy: RestReason | null; posts: number; stars: number },
): Starboard {
  const settings = settingsOf(board);
  return { guildId: board.serverId, ...settings, ...about, version: versionOf(settings) };
}

const emptyFilter = { channelMode: null, channels: [], roleMode: null, roles: [] };

/** Keeps absent fields unchanged. */
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
