import type { StarboardBody, StarboardPatch } from '@tally/contract/starboard/calls';
import type { ChannelId, ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';

const starboard = lateHome(async () => (await import('@tally/contract/starboard/calls')).starboard);

export const starboardsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'starboards'],
    queryFn: ({ signal }) =>
      call(starboard.listStarboards, { params: { guildId: serverId } }, { fallback: 'fetchStarboards', signal }),
    staleTime: 30_000,
  });

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: starboardsQuery(serverId).queryKey });

export const addStarboard = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: (body: StarboardBody, intent) =>
      call(starboard.addStarboard, { params: { guildId: serverId }, body }, { fallback: 'saveStarboard', intent }),
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

interface BoardChange {
  readonly which: ChannelId;
  readonly patch: StarboardPatch;
  /** The expected version; if absent, any version is changed. */
  readonly version?: string;
}

export const changeStarboard = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: ({ which, patch, version }: BoardChange) =>
      call(
        starboard.updateStarboard,
        {
          params: { guildId: serverId, channelId: which },
          query: version === undefined ? {} : { version },
          body: patch,
        },
        { fallback: 'saveStarboard' },
      ),
    onSettled: () => again(client, serverId),
  });

export const removeStarboard = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (channelId: ChannelId) =>
      call(starboard.removeStarboard, { params: { guildId: serverId, channelId } }, { fallback: 'removeStarboard' }),
    onSettled: () => again(client, serverId),
  });
