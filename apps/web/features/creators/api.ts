import type { Creator, CreatorBody } from '@tally/contract/creators/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';
import { minutes } from '../../lib/live/query-client.ts';

const creators = lateHome(async () => (await import('@tally/contract/creators/calls')).creators);

export const creatorsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'creators'],
    queryFn: ({ signal }) =>
      call(creators.listCreators, { params: { guildId: serverId } }, { fallback: 'fetchCreators', signal }),
    staleTime: minutes(1),
  });

const again = (client: QueryClient, serverId: ServerId) =>
  client.invalidateQueries({ queryKey: creatorsQuery(serverId).queryKey });

interface Saving {
  readonly creatorId: Creator['creatorId'] | null;
  readonly body: CreatorBody;
  readonly version?: string;
}

/** Adds a creator, or changes the given one if its `version` still matches. */
export const saveCreator = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: async ({ creatorId, body, version }: Saving, intent) => {
      const params = { guildId: serverId };
      if (creatorId === null)
        return await call(creators.addCreator, { params, body }, { fallback: 'saveCreator', intent });
      return await call(
        creators.updateCreator,
        { params: { ...params, creatorId }, query: version === undefined ? {} : { version }, body },
        { fallback: 'saveCreator' },
      );
    },
    onSettled: () => again(client, serverId),
    meta: { isQuiet: true },
  });

export const removeCreator = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: ({ creatorId }: Creator) =>
      call(creators.removeCreator, { params: { guildId: serverId, creatorId } }, { fallback: 'removeCreator' }),
    onSettled: () => again(client, serverId),
  });
