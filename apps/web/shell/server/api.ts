import type { GuildPatch } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { CallError, call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { FOREVER, minutes } from '../../lib/live/query-client.ts';

const servers = lateHome(async () => (await import('@tally/contract/servers/calls')).servers);
const status = lateHome(async () => (await import('@tally/contract/status/calls')).status);

/** Fetches the servers that this person can manage, with or without the bot. `isForced` refreshes them from Discord. */
export const serversQuery = ({ isForced = false } = {}) =>
  queryOptions({
    queryKey: ['servers'],
    queryFn: ({ signal }) =>
      call(servers.listServers, { query: isForced ? { force: true } : {} }, { fallback: 'fetchUserGuilds', signal }),
    staleTime: FOREVER,
    // People may return from Discord with a new server.
    refetchOnWindowFocus: 'always',
  });

/** Fetches the intents that Discord does not grant this bot, and their features. If it fails, pages show no warning. */
export const missingIntentsQuery = () =>
  queryOptions({
    queryKey: ['status', 'missing-intents'],
    queryFn: async ({ signal }) => {
      const found = await call(status.status, { query: { topServers: false } }, { fallback: 'fetchStatus', signal });
      return found.missingIntents;
    },
    staleTime: minutes(60),
  });

/** The gate of a server's pages reports a missing or inaccessible server, so this query stays silent. */
const unlessGated = (error: Error): boolean => !(error instanceof CallError && [403, 404].includes(error.status));

/** Fetches a server with its settings, plan and limits. */
export const serverQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId],
    queryFn: ({ signal }) =>
      call(servers.getServer, { params: { guildId: serverId } }, { fallback: 'fetchGuildInfo', signal }),
    staleTime: FOREVER,
    meta: { reportsFailure: unlessGated },
  });

/** The key for the last messages of all tools of a server. */
export const toolPostsKey = (serverId: ServerId) => ['server', serverId, 'posts'] as const;

type Part = 'channels' | 'roles' | 'emojis';

/** `isForced` refreshes the data from Discord, and needs a `staleTime` of 0. */
export const discordDataQuery = (serverId: ServerId, parts: readonly Part[], { isForced = false } = {}) =>
  queryOptions({
    queryKey: ['server', serverId, 'discord', [...parts].sort()],
    queryFn: ({ signal }) =>
      call(
        servers.getDiscordData,
        { params: { guildId: serverId }, query: { types: [...parts], ...(isForced ? { force: true } : {}) } },
        { fallback: 'fetchGuildData', signal },
      ),
    staleTime: FOREVER,
    // Reported, because an empty picker has no space for the reason.
    meta: { reportsFailure: unlessGated },
  });

/** The `version` makes the API refuse the change if another person has saved since. */
export const updateServer = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (body: GuildPatch) =>
      call(servers.updateServer, { params: { guildId: serverId }, body }, { fallback: 'updateGuild' }),
    onSettled: () => client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true }),
  });
