import type { ServerId } from '@tally/contract/ids';
import { servers } from '@tally/contract/servers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { FOREVER } from '../../lib/query-client.ts';

/** Servers that this person may manage, with or without the bot. */
export const serversQuery = () =>
  queryOptions({
    queryKey: ['servers'],
    queryFn: ({ signal }) => call(servers.listServers, {}, { fallback: 'fetchUserGuilds', signal }),
    staleTime: FOREVER,
  });

/** A server with its settings, plan and limits. A 404 says "Guild not found" in the API's own words. */
export const serverQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId],
    queryFn: ({ signal }) =>
      call(servers.getServer, { params: { guildId: serverId } }, { fallback: 'fetchGuildInfo', signal }),
    staleTime: FOREVER,
    meta: { saysFailure: true },
  });

type Part = 'channels' | 'roles' | 'emojis';

/** `isForced` asks Discord again; fetch it with a `staleTime` of 0. */
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
  });

export const oauthUrlsQuery = (serverId?: ServerId) =>
  queryOptions({
    queryKey: ['oauth-urls', serverId ?? null],
    queryFn: ({ signal }) =>
      call(servers.oauthUrls, { query: serverId ? { guildId: serverId } : {} }, { fallback: 'fetchOauthUrls', signal }),
  });

export const languagesQuery = () =>
  queryOptions({
    queryKey: ['languages'],
    queryFn: ({ signal }) => call(servers.languages, {}, { fallback: 'fetchLanguages', signal }),
    staleTime: FOREVER,
  });
