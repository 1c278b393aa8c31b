import type { ServerId } from '@tally/contract/ids';
import { notifications, type StreamerList } from '@tally/contract/notifications';
import { type Platform, platforms, type RumbleType } from '@tally/contract/platforms';
import type { StreamerBody } from '@tally/contract/streamer-bodies';
import type { Streamer } from '@tally/contract/streamers';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { minutes } from '../../lib/query-client.ts';

export interface ListAddress {
  readonly serverId: ServerId;
  readonly platform: Platform;
}

/** Everything below a list: it is asked for again when somebody was added or removed. */
const listKey = ({ serverId, platform }: ListAddress) => ['server', serverId, 'streamers', platform] as const;

export const streamersQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...listKey(address), 'all'],
    queryFn: ({ signal }) =>
      call(
        notifications.listStreamers,
        { params: { guildId: address.serverId, platform: address.platform }, query: {} },
        { fallback: 'fetchGuildStreamers', signal },
      ),
    staleTime: minutes(1),
    // Who is live changes without anybody's doing.
    refetchInterval: minutes(1),
  });

/** How many a server follows on a platform, and how many it may. */
export const countQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...listKey(address), 'count'],
    queryFn: async ({ signal }) => {
      const { currentTotal, maxLimit, isAvailable } = await call(
        notifications.listStreamers,
        { params: { guildId: address.serverId, platform: address.platform }, query: { short: true, limit: 1 } },
        { fallback: 'fetchGuildStreamers', signal },
      );
      return { currentTotal, maxLimit, isAvailable };
    },
    staleTime: minutes(1),
  });

export const allCounts = (serverId: ServerId) => platforms.map((platform) => countQuery({ serverId, platform }));

const journalKey = (serverId: ServerId) => ['server', serverId, 'journal'] as const;

/** The newest deliveries of a server, of every kind. */
export const journalQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: journalKey(serverId),
    queryFn: ({ signal }) =>
      call(
        notifications.listJournal,
        { params: { guildId: serverId }, query: { limit: 200 } },
        { fallback: 'fetchJournal', signal },
      ),
    staleTime: minutes(1),
  });

/** A delivery has moved on: what is shown of it is asked for again. */
export async function refreshDeliveries(client: QueryClient, serverId: ServerId): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: journalKey(serverId) }),
    client.invalidateQueries({ queryKey: ['server', serverId, 'streamers'] }),
  ]);
}

const addressOf = (streamer: Streamer) => ({
  params: { guildId: streamer.guildId, platform: streamer.platform, streamer: streamer.streamerUserName },
  query: streamer.platform === 'rumble' ? { rumbleType: streamer.type } : {},
});

export const addStreamer = (client: QueryClient, address: ListAddress) =>
  mutationOptions({
    mutationFn: ({ name, rumbleType, body }: { name: string; rumbleType?: RumbleType; body: StreamerBody }) =>
      call(
        notifications.addStreamer,
        {
          params: { guildId: address.serverId, platform: address.platform, streamer: name },
          query: rumbleType ? { rumbleType } : {},
          body,
        },
        { fallback: 'addStreamer' },
      ),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey(address) }),
        client.invalidateQueries({ queryKey: ['server', address.serverId, 'getting-started'] }),
      ]),
    meta: { isQuiet: true },
  });

/** Optimistic: the row changes at once, and back if the API refuses. */
export const setPaused = (client: QueryClient, address: ListAddress) =>
  mutationOptions({
    mutationFn: ({ streamer, paused }: { streamer: Streamer; paused: boolean }) =>
      call(notifications.updateStreamer, { ...addressOf(streamer), body: { paused } }, { fallback: 'updateStreamer' }),
    onMutate: async ({ streamer, paused }) => {
      const { queryKey } = streamersQuery(address);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, withPaused(before, streamer, paused));
      return { before };
    },
    onError: (_error, _input, begun) => client.setQueryData(streamersQuery(address).queryKey, begun?.before),
    onSettled: () => client.invalidateQueries({ queryKey: listKey(address) }),
  });

function withPaused(list: StreamerList, { streamerUserName }: Streamer, paused: boolean): StreamerList {
  const streamers = list.streamers.map((each) =>
    each.streamerUserName === streamerUserName
      ? { ...each, paused, pauseReason: paused ? ('byOwner' as const) : null }
      : each,
  );
  return { ...list, streamers };
}

export const removeStreamer = (client: QueryClient, address: ListAddress) =>
  mutationOptions({
    mutationFn: (streamer: Streamer) =>
      call(notifications.removeStreamer, addressOf(streamer), { fallback: 'removeStreamer' }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey(address) }),
  });

export const sendTest = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (streamer: Streamer) => call(notifications.sendTest, addressOf(streamer), { fallback: 'sendTest' }),
    onSuccess: (_sentence, streamer) => client.invalidateQueries({ queryKey: journalKey(streamer.guildId) }),
  });
