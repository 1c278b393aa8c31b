import type { GuildRoleList } from '@tally/contract/servers/parts';
import type { RoleId, ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { serverQuery } from '../../shell/server/api.ts';
import type { LiveRole } from './roles.ts';

const liveRole = lateHome(async () => (await import('@tally/contract/live-role/calls')).liveRole);
const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

const again = (client: QueryClient, serverId: ServerId) => {
  void client.invalidateQueries({ queryKey: liveRolesQuery(serverId).queryKey, exact: true });
  return client.invalidateQueries({ queryKey: serverQuery(serverId).queryKey, exact: true });
};

/** Fetches the members who have these roles now. It refetches while the page is visible. */
export const liveRolesQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'live-roles'],
    queryFn: ({ signal }) =>
      call(liveRole.getLiveRoles, { params: { guildId: serverId } }, { fallback: 'fetchLiveRoles', signal }),
    staleTime: 10_000,
    refetchInterval: 30_000,
  });

/** Adds a role, or replaces the role `which` if its `version` still matches. */
export const saveRole = (client: QueryClient, serverId: ServerId, list: GuildRoleList) =>
  mutationOptions({
    mutationFn: ({ role, which, version }: { role: LiveRole; which?: RoleId | undefined; version: string }) =>
      call(
        serverParts.saveRole,
        {
          params: { guildId: serverId },
          query: { type: list, ...(which === undefined ? {} : { roleId: which }), version },
          body: role,
        },
        { fallback: 'saveLiveRole' },
      ),
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

export const removeRole = (client: QueryClient, serverId: ServerId, list: GuildRoleList) =>
  mutationOptions({
    mutationFn: ({ roleId }: LiveRole) =>
      call(
        serverParts.removeRole,
        { params: { guildId: serverId }, query: { type: list, roleId } },
        { fallback: 'removeLiveRole' },
      ),
    onSettled: () => again(client, serverId),
  });

/** Finds members whose name begins with the text. */
export const membersQuery = (serverId: ServerId, query: string) =>
  queryOptions({
    queryKey: ['server', serverId, 'members', query],
    queryFn: ({ signal }) =>
      call(
        liveRole.findMembers,
        { params: { guildId: serverId }, query: { query } },
        { fallback: 'fetchMembers', signal },
      ),
    staleTime: 60_000,
    enabled: query.trim() !== '',
  });
