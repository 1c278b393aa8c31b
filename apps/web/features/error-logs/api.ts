import type { ServerId } from '@tally/contract/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { minutes } from '../../lib/query-client.ts';

const errorLogs = lateHome(async () => (await import('@tally/contract/error-logs')).errorLogs);

export const errorsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'errors'],
    queryFn: ({ signal }) =>
      call(errorLogs.listErrors, { params: { guildId: serverId } }, { fallback: 'fetchGuildErrors', signal }),
    staleTime: minutes(60),
  });

/** For the red dot: when something went wrong last, in epoch milliseconds. */
export const newestErrorQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'errors', 'newest'],
    queryFn: ({ signal }) =>
      call(errorLogs.newestError, { params: { guildId: serverId } }, { fallback: 'fetchGuildErrors', signal }),
    staleTime: minutes(60),
  });

export const clearErrors = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: () => call(errorLogs.clearErrors, { params: { guildId: serverId } }, { fallback: 'clearErrors' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['server', serverId, 'errors'] }),
  });
