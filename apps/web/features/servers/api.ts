import type { ChangedThing } from '@tally/contract/servers/calls';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { FOREVER, minutes } from '../../lib/live/query-client.ts';
import { serversQuery } from '../../shell/server/api.ts';

const serverHome = lateHome(async () => (await import('@tally/contract/servers/home')).serverHome);
const servers = lateHome(async () => (await import('@tally/contract/servers/calls')).servers);

export const languagesQuery = () =>
  queryOptions({
    queryKey: ['languages'],
    queryFn: ({ signal }) => call(servers.languages, {}, { fallback: 'fetchLanguages', signal }),
    staleTime: FOREVER,
  });

export interface ChangeFilter {
  readonly userId?: UserId;
  readonly what?: ChangedThing;
}

/** Fetches who changed what, newest first, page by page. */
export const changesQuery = (serverId: ServerId, filter: ChangeFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['server', serverId, 'changes', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        servers.listChanges,
        {
          params: { guildId: serverId },
          query: { limit: 20, ...filter, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        },
        { fallback: 'fetchChanges', signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

/** Removes the bot from the server and deletes the server's data. */
export const removeServer = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: () => call(servers.removeServer, { params: { guildId: serverId } }, { fallback: 'removeServer' }),
    onSuccess: () => client.invalidateQueries({ queryKey: serversQuery().queryKey }),
    meta: { isQuiet: true },
  });

/** Fetches the person's open tasks and the state of all their servers in one call. */
export const homeQuery = () =>
  queryOptions({
    queryKey: ['servers', 'home'],
    queryFn: ({ signal }) => call(serverHome.getHome, {}, { fallback: 'fetchUserGuilds', signal }),
    staleTime: minutes(1 / 6),
    // Refetches, because creators go live and people win prizes at any time.
    refetchInterval: minutes(1),
  });

/** Fetches a server's past and upcoming events, without its posts. */
export const todayQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'today'],
    queryFn: ({ signal }) =>
      call(serverHome.listToday, { params: { guildId: serverId } }, { fallback: 'fetchJournal', signal }),
    staleTime: minutes(1 / 6),
    refetchInterval: minutes(1),
  });
