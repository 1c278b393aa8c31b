import type { ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { minutes } from '../../lib/live/query-client.ts';

const errorLogs = lateHome(async () => (await import('@tally/contract/error-logs/calls')).errorLogs);

/** Refetches, because errors change without any action here, such as after a fix on Discord. */
const whileUnsolved = { staleTime: minutes(1 / 6), refetchInterval: minutes(1) } as const;

export const errorsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'errors'],
    queryFn: ({ signal }) =>
      call(errorLogs.listErrors, { params: { guildId: serverId } }, { fallback: 'fetchGuildErrors', signal }),
    ...whileUnsolved,
  });

/** Fetches the time of the last error, in epoch milliseconds, for the red dot. */
export const newestErrorQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'errors', 'newest'],
    queryFn: ({ signal }) =>
      call(errorLogs.newestError, { params: { guildId: serverId } }, { fallback: 'fetchGuildErrors', signal }),
    ...whileUnsolved,
  });

/** Checks the bot's permissions on Discord again. Fixed errors end their pauses, and pages that show them refetch. */
export const checkErrors = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: () => call(errorLogs.checkErrors, { params: { guildId: serverId } }, { fallback: 'fetchGuildErrors' }),
    onSuccess: () =>
      Promise.all(
        [
          ['server', serverId, 'errors'],
          ['server', serverId, 'streamers'],
          ['server', serverId, 'discord'],
          ['servers', 'home'],
        ].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });

export const clearErrors = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: () => call(errorLogs.clearErrors, { params: { guildId: serverId } }, { fallback: 'clearErrors' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['server', serverId, 'errors'] }),
  });
