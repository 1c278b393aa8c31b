import type { ServerId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { FOREVER } from '../../lib/live/query-client.ts';

const servers = lateHome(async () => (await import('@tally/contract/servers/calls')).servers);

export const languagesQuery = () =>
  queryOptions({
    queryKey: ['languages'],
    queryFn: ({ signal }) => call(servers.languages, {}, { fallback: 'fetchLanguages', signal }),
    staleTime: FOREVER,
  });

/** Who changed what, newest first, page by page. */
export const changesQuery = (serverId: ServerId) =>
  infiniteQueryOptions({
    queryKey: ['server', serverId, 'changes'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        servers.listChanges,
        {
          params: { guildId: serverId },
          query: { limit: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        },
        { fallback: 'fetchChanges', signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
