import type { ServerId } from '@tally/contract/wire/ids';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const leaderboards = lateHome(async () => (await import('@tally/contract/leaderboards/calls')).leaderboards);
const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

export interface BoardAddress {
  readonly serverId: ServerId;
  readonly name: string;
}

export const leaderboardsQuery = ({ serverId, name }: BoardAddress) =>
  queryOptions({
    queryKey: ['server', serverId, 'leaderboards', name.toLowerCase()],
    queryFn: ({ signal }) =>
      call(
        leaderboards.getLeaderboards,
        { params: { guildId: serverId, streamer: name } },
        { fallback: 'fetchLeaderboards', signal },
      ),
    staleTime: 10_000,
    refetchInterval: 30_000,
  });

/** Posts the message again in its channel. */
export const postLeaderboard = (client: QueryClient, address: BoardAddress) =>
  creation({
    mutationFn: (_: void, intent) =>
      call(
        serverParts.postPanel,
        {
          params: { guildId: address.serverId, panel: 'kickLeaderboard' },
          query: {},
          body: { streamerUserName: address.name },
        },
        { fallback: 'postLeaderboard', intent },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: leaderboardsQuery(address).queryKey }),
  });
