import type { ChannelId, ServerId } from '@tally/contract/wire/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const roleSync = lateHome(async () => (await import('@tally/contract/role-sync/calls')).roleSync);
const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

/** Fetches the members with roles from linked accounts. It refetches while the page is visible. */
export const roleSyncQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'role-sync'],
    queryFn: ({ signal }) =>
      call(roleSync.getRoleSync, { params: { guildId: serverId } }, { fallback: 'fetchRoleSync', signal }),
    staleTime: 10_000,
    refetchInterval: 30_000,
  });

export const postSyncPanel = (serverId: ServerId) =>
  creation({
    mutationFn: (syncChannel: ChannelId, intent) =>
      call(
        serverParts.postPanel,
        { params: { guildId: serverId, panel: 'sync' }, query: {}, body: { platform: 'kick', syncChannel } },
        { fallback: 'postSyncPanel', intent },
      ),
    meta: { isQuiet: true },
  });
