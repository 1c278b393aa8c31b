import type { Platform } from '@tally/contract/platforms/platform';
import type { CounterType } from '@tally/contract/servers/parts';
import type { StatCounter } from '@tally/contract/stat-counters/calls';
import type { ChannelId, ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);
const statCounters = lateHome(async () => (await import('@tally/contract/stat-counters/calls')).statCounters);

export const countersQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'stat-counters'],
    queryFn: ({ signal }) =>
      call(statCounters.listCounters, { params: { guildId: serverId } }, { fallback: 'fetchCounters', signal }),
    staleTime: 10_000,
  });

/** The types of counters for a streamer. */
export const creatorTypes = ['followers', 'liveUpdates'] as const satisfies readonly CounterType[];

/** A streamer with counters. */
export interface Counted {
  readonly platform: Platform;
  readonly name: string;
}

/** Fetches the names that new counters would have now. */
export const counterPreviewQuery = (serverId: ServerId, chosen: Counted | null) => {
  const query = chosen ? { platform: chosen.platform, streamerUserName: chosen.name } : {};
  return queryOptions({
    queryKey: [...countersQuery(serverId).queryKey, 'preview', query],
    queryFn: ({ signal }) =>
      call(
        statCounters.previewCounters,
        { params: { guildId: serverId }, query },
        { fallback: 'fetchCounters', signal },
      ),
    staleTime: 60_000,
  });
};

/** True if the counter belongs to this streamer, or to the server. */
export const isOf = (counter: StatCounter, type: CounterType, { platform, name }: Counted) =>
  counter.type === type &&
  (type === 'members' ||
    (counter.platform === platform && counter.streamerUserName?.toLowerCase() === name.toLowerCase()));

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: countersQuery(serverId).queryKey });

export interface NewCounter {
  readonly type: CounterType;
  readonly platform: Platform;
  /** The streamer; absent for the members counter. */
  readonly streamerUserName?: string;
}

export const makeCounter = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: ({ type, ...about }: NewCounter, intent) =>
      call(
        serverParts.postPanel,
        { params: { guildId: serverId, panel: 'statCounters' }, query: {}, body: { ...about, types: [type] } },
        { fallback: 'makeCounter', intent },
      ),
    onSettled: () => again(client, serverId),
  });

export const removeCounter = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (channelId: ChannelId) =>
      call(
        statCounters.removeCounter,
        { params: { guildId: serverId }, query: { channelId } },
        { fallback: 'removeCounter' },
      ),
    onSettled: () => again(client, serverId),
  });
