import { knownBots } from '@tally/contract/moving/limits';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { minutes } from '../../lib/live/query-client.ts';

const moving = lateHome(async () => (await import('@tally/contract/moving/calls')).moving);

export const otherBotsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'discord', 'bots'],
    queryFn: ({ signal }) =>
      call(moving.listOtherBots, { params: { guildId: serverId } }, { fallback: 'fetchGuildData', signal }),
    staleTime: minutes(1),
    // Failures stay silent, because the pickers work without bots or names.
    meta: { reportsFailure: () => false },
  });

/** Returns the name of a bot that streamers wait for, or its id until the name is known. */
export function useBotName(serverId: ServerId, userId: UserId): string {
  const known = knownBots[userId];
  const bots = useQuery({ ...otherBotsQuery(serverId), enabled: known === undefined }).data;
  return known ?? bots?.find((each) => each.userId === userId)?.name ?? userId;
}
