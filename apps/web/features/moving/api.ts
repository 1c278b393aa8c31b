import type { Candidate, CandidateState, Move, MovePatch, PostChannels } from '@tally/contract/moving/calls';
import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ChannelId, ServerId, UserId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { platformNames } from '../../lib/words/platform-names.ts';

export const moving = lateHome(async () => (await import('@tally/contract/moving/calls')).moving);

export type { Candidate, CandidateState, Move, PostChannels };
export type CandidateChange = MovePatch['candidates'][number];

export const platformChoices = platforms.map((value) => ({ value, label: platformNames[value] }));

export const LIVE_EVERY_MS = 1_000;

export const isOpen = ({ state }: Pick<Move, 'state'>): boolean => state === 'reading' || state === 'ready';

export const keyOf = (serverId: ServerId) => ['server', serverId, 'moves'] as const;

export const movesQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'list'],
    queryFn: ({ signal }) =>
      call(moving.listMoves, { params: { guildId: serverId } }, { fallback: 'fetchMoves', signal }),
    staleTime: 0,
  });

export const moveQuery = (serverId: ServerId, moveId: string) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'one', moveId],
    queryFn: ({ signal }) =>
      call(moving.getMove, { params: { guildId: serverId, moveId } }, { fallback: 'fetchMoves', signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'reading' ? LIVE_EVERY_MS : false),
  });

/** Refetches, because another person may change a permission or the intent. */
export const postChannelsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'channels'],
    queryFn: ({ signal }) =>
      call(moving.listPostChannels, { params: { guildId: serverId } }, { fallback: 'fetchPostChannels', signal }),
    staleTime: 0,
  });

const seen = (client: QueryClient, serverId: ServerId) => (move: Move) => {
  client.setQueryData(moveQuery(serverId, move.moveId).queryKey, move);
};

const begun = (client: QueryClient, serverId: ServerId) => async (move: Move) => {
  seen(client, serverId)(move);
  await client.invalidateQueries({ queryKey: movesQuery(serverId).queryKey });
};

export const readList = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (body: { text: string; platform?: Platform }) =>
      call(moving.readList, { params: { guildId: serverId }, body }, { fallback: 'readList' }),
    onSuccess: begun(client, serverId),
    meta: { isQuiet: true },
  });

export const readPosts = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (body: { channelIds: ChannelId[]; depth: number }) =>
      call(moving.readPosts, { params: { guildId: serverId }, body }, { fallback: 'readPosts' }),
    onSuccess: begun(client, serverId),
    meta: { isQuiet: true },
  });

/** Checkmarks change immediately. While several calls run, only the last answer counts. */
export const changeMove = (client: QueryClient, serverId: ServerId, moveId: string) => {
  const { queryKey } = moveQuery(serverId, moveId);
  const mutationKey = [...queryKey, 'change'];
  return mutationOptions({
    mutationKey,
    mutationFn: (candidates: CandidateChange[]) =>
      call(
        moving.changeMove,
        { params: { guildId: serverId, moveId }, body: { candidates } },
        { fallback: 'changeMove' },
      ),
    scope: { id: mutationKey.join(' ') },
    async onMutate(changes) {
      await client.cancelQueries({ queryKey });
      const ticks = new Map(changes.map(({ candidateId, isTaken }) => [candidateId, isTaken]));
      client.setQueryData(
        queryKey,
        (move) =>
          move && {
            ...move,
            candidates: move.candidates.map((each) => ({
              ...each,
              isTaken: ticks.get(each.candidateId) ?? each.isTaken,
            })),
          },
      );
    },
    onSuccess(move) {
      if (client.isMutating({ mutationKey }) === 1) seen(client, serverId)(move);
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
};

/** Sets the channel of creators without one, then follows all selected creators. */
export const applyMove = (client: QueryClient, serverId: ServerId, moveId: string) =>
  mutationOptions({
    async mutationFn({ bare: candidates, goneUserId }: { bare: CandidateChange[]; goneUserId: UserId | null }) {
      const params = { guildId: serverId, moveId };
      if (candidates.length > 0)
        await call(moving.changeMove, { params, body: { candidates } }, { fallback: 'changeMove' });
      const body = goneUserId ? ({ start: 'whenGone', goneUserId } as const) : {};
      return await call(moving.applyMove, { params, body }, { fallback: 'applyMove' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['server', serverId] }),
    meta: { isQuiet: true },
  });

/** Deletes an open list, or undoes a finished one. */
export const removeMove = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (moveId: string) =>
      call(moving.removeMove, { params: { guildId: serverId, moveId } }, { fallback: 'removeMove' }),
    // The page shows the deleted list until the new one arrives, so the deleted one must not refetch.
    onSettled: (_sentence, _error, moveId) =>
      client.invalidateQueries({
        queryKey: ['server', serverId],
        predicate: ({ queryKey }) => !queryKey.includes(moveId),
      }),
  });
