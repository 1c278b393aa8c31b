import type { JournalRow } from '@tally/contract/notifications/journal';
import type { Streamer } from '@tally/contract/notifications/streamers';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { channelOf } from '../channel-of.ts';
import { shownName } from '../shown-name.ts';
import { signalKey, signalOf } from '../signal.ts';

export const shows = ['live', 'paused', 'broken', 'noChannel'] as const;
export type Show = (typeof shows)[number];
export const sorts = ['live', 'name', 'last', 'took'] as const;
export type Sort = (typeof sorts)[number];

/** A row of the list: a streamer with its data from the journal and Discord. */
export interface Listed {
  readonly key: string;
  readonly name: string;
  readonly streamer: Streamer;
  readonly last: JournalRow | undefined;
  readonly tookMs: number | null;
  readonly lastAt: number | null;
  readonly is: Readonly<Record<Show, boolean>>;
}

export const rowKey = (streamer: Streamer): string => addressOf(streamer).toLowerCase();

export function listed(
  streamers: readonly Streamer[],
  newest: ReadonlyMap<string, JournalRow>,
  discord: DiscordGuildData | undefined,
): Listed[] {
  const channels = discord?.channels && new Map(discord.channels.map((channel) => [channel.id as string, channel]));
  return streamers.map((streamer) => {
    const last = newest.get(signalKey(streamer));
    const channelId = channelOf(streamer);
    const { pauseReason } = streamer;
    const isOff = pauseReason === 'byOwner' || pauseReason === 'otherBot' || pauseReason === 'planLimit';
    // Until Discord has answered, the channel is unknown, so it does not count as missing.
    const isBlocked =
      channelId !== null && channels !== undefined && channels.get(channelId)?.validPermissions !== true;
    // An error about the channel no longer counts once the channel is right.
    const wasPlace = last?.reason === 'missingPermission' || last?.reason === 'unknownChannel';
    const hasFailed = (last?.outcome === 'failed' && !wasPlace) || last?.outcome === 'unconfirmed';
    return {
      key: rowKey(streamer),
      name: shownName(streamer),
      streamer,
      last,
      tookMs: last ? signalOf(last).tookMs : null,
      lastAt: (last?.times.sent ?? streamer.lastLive)?.getTime() ?? null,
      is: {
        live: streamer.isCurrentlyLive !== null,
        // Matches the badge of the row, where a pause by us also counts as broken.
        paused: pauseReason !== null,
        broken: (pauseReason !== null && !isOff) || isBlocked || hasFailed,
        noChannel: channelId === null,
      },
    };
  });
}

const byName = (one: Listed, other: Listed): number => one.name.localeCompare(other.name);
/** Sorts rows without a number last, in either direction. */
const byFigure = (one: number | null, other: number | null, direction: 1 | -1): number =>
  one === null || other === null ? Number(one === null) - Number(other === null) : (one - other) * direction;

const order: Record<Sort, (one: Listed, other: Listed) => number> = {
  live: (one, other) => Number(other.is.live) - Number(one.is.live) || byName(one, other),
  name: byName,
  last: (one, other) => byFigure(one.lastAt, other.lastAt, -1) || byName(one, other),
  // The slowest streamers come first, because people look for those.
  took: (one, other) => byFigure(one.tookMs, other.tookMs, -1) || byName(one, other),
};

export interface View {
  readonly search: string;
  readonly show: Show | null;
  readonly sort: Sort;
}

export function arranged(rows: readonly Listed[], { search, show, sort }: View): Listed[] {
  const wanted = search.trim().toLowerCase();
  return rows
    .filter((row) => show === null || row.is[show])
    .filter(
      ({ name, streamer }) =>
        name.toLowerCase().includes(wanted) || streamer.streamerUserName.toLowerCase().includes(wanted),
    )
    .sort(order[sort]);
}

export const countShown = (rows: readonly Listed[]): Readonly<Record<Show, number>> =>
  Object.fromEntries(shows.map((show) => [show, rows.filter((row) => row.is[show]).length])) as Record<Show, number>;
