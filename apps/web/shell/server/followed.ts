import type { StreamerList } from '@tally/contract/notifications/calls';
import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { minutes } from '../../lib/live/query-client.ts';

const notifications = lateHome(async () => (await import('@tally/contract/notifications/calls')).notifications);

export interface ListAddress {
  readonly serverId: ServerId;
  readonly platform: Platform;
}

/** The key prefix of one list's queries, which refetch after a change. */
export const listKey = ({ serverId, platform }: ListAddress) => ['server', serverId, 'streamers', platform] as const;

/** Fetches how many streamers a server follows on a platform, and the limit. */
export const countQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...listKey(address), 'count'],
    queryFn: async ({ signal }) => {
      const { currentTotal, maxLimit, isAvailable, capabilities } = await call(
        notifications.listStreamers,
        { params: { guildId: address.serverId, platform: address.platform }, query: { short: true, limit: 1 } },
        { fallback: 'fetchGuildStreamers', signal },
      );
      return { currentTotal, maxLimit, isAvailable, capabilities };
    },
    staleTime: minutes(1),
  });

/** What this installation supports of a platform. While unknown, nothing is hidden, because the API decides. */
export const capabilitiesQuery = (address: ListAddress) => ({
  ...countQuery(address),
  select: ({ capabilities }: { capabilities: StreamerList['capabilities'] }) => capabilities,
});

export const allCounts = (serverId: ServerId) => platforms.map((platform) => countQuery({ serverId, platform }));
