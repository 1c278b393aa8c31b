import type { itemActions, playerActions } from '@tally/contract/media-sharing/calls';
import type { MediaShareBody } from '@tally/contract/media-sharing/settings';
import type { MediaItemId, MediaRoom } from '@tally/contract/media-sharing/views';
import type { UserId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { type LateBodyOf, lateHome } from '../../lib/late-home.ts';
import { ahead, isAhead } from '../../lib/start/ahead.ts';
import { removed, reordered } from './room-after.ts';

const account = lateHome(async () => (await import('@tally/contract/account/calls')).account);
const media = lateHome(async () => (await import('@tally/contract/media-sharing/calls')).mediaSharing);

export type ItemAction = (typeof itemActions)[number];
export type PlayerAction = (typeof playerActions)[number];

const keyOf = (userId: UserId) => ['media', userId] as const;

/** Fetches the rooms that the caller can manage, with their own room first. */
export const roomsQuery = () =>
  queryOptions({
    queryKey: ['media', 'rooms'],
    queryFn: ({ signal }) => call(media.listMediaRooms, {}, { fallback: 'fetchMedia', signal }),
    staleTime: 30_000,
  });

/** Does not refetch by timer, because the room's event stream reports changes. */
export const roomQuery = (userId: UserId) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'room'],
    queryFn: ({ signal }) => call(media.getMediaRoom, { params: { userId } }, { fallback: 'fetchMedia', signal }),
    staleTime: 5000,
  });

export const refreshRoom = (client: QueryClient, userId: UserId): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(userId) });

/** Refetches after a room event, unless a change by the caller is pending, which refetches anyway. */
export const hearRoom = (client: QueryClient, userId: UserId): void => {
  if (!isAhead(client, roomQuery(userId).queryKey)) void refreshRoom(client, userId);
};

const aheadInRoom = <V>(client: QueryClient, userId: UserId, guess: (room: MediaRoom, input: V) => MediaRoom) =>
  ahead(client, { queryKey: roomQuery(userId).queryKey, guess, refresh: () => refreshRoom(client, userId) });

export interface ItemDeed extends LateBodyOf<typeof media.actOnMedia> {
  readonly itemId: MediaItemId;
  readonly action: ItemAction;
}

export const actOnItem = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: ({ itemId, action, ...body }: ItemDeed) =>
      call(media.actOnMedia, { params: { userId, itemId, action }, body }, { fallback: 'changeMedia' }),
    ...aheadInRoom(client, userId, removed),
  });

export const moveItem = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: ({ itemId, before }: { itemId: MediaItemId; before: MediaItemId | null }) =>
      call(media.moveMedia, { params: { userId, itemId }, body: { before } }, { fallback: 'changeMedia' }),
    ...aheadInRoom(client, userId, reordered),
  });

export const controlPlayer = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: ({ action, itemId }: { action: PlayerAction; itemId?: MediaItemId }) =>
      call(
        media.controlPlayer,
        { params: { userId, action }, body: itemId === undefined ? {} : { itemId } },
        { fallback: 'controlPlayer' },
      ),
    onSettled: () => refreshRoom(client, userId),
  });

export const setVolume = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: (volume: number) =>
      call(media.setMediaVolume, { params: { userId }, body: { volume } }, { fallback: 'controlPlayer' }),
    onSettled: () => refreshRoom(client, userId),
  });

/** Adds a video that needs no approval. */
export const submitMedia = (client: QueryClient, userId: UserId) =>
  creation({
    mutationFn: (text: string, intent) =>
      call(media.submitMedia, { params: { userId }, body: { text } }, { fallback: 'requestMedia', intent }),
    onSettled: () => refreshRoom(client, userId),
    meta: { isQuiet: true },
  });

const A_PAGE = 50;

export const historyQuery = (userId: UserId, search: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(userId), 'history', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        media.listMediaHistory,
        {
          params: { userId },
          query: {
            limit: A_PAGE,
            ...(search === '' ? {} : { search }),
            ...(pageParam === undefined ? {} : { cursor: pageParam }),
          },
        },
        { fallback: 'fetchMedia', signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 5000,
  });

export const bansQuery = (userId: UserId) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(userId), 'bans'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        media.listMediaBans,
        { params: { userId }, query: { limit: A_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { fallback: 'fetchMedia', signal },
      ),
    getNextPageParam: (page) => (page.length < A_PAGE ? undefined : page.at(-1)?.banId),
    staleTime: 5000,
  });

export type NewBan = LateBodyOf<typeof media.addMediaBan>;

export const addBan = (client: QueryClient, userId: UserId) =>
  creation({
    mutationFn: (body: NewBan, intent) =>
      call(media.addMediaBan, { params: { userId }, body }, { fallback: 'changeMedia', intent }),
    onSettled: () => refreshRoom(client, userId),
    meta: { isQuiet: true },
  });

export const removeBan = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: (banId: string) =>
      call(media.removeMediaBan, { params: { userId, banId } }, { fallback: 'changeMedia' }),
    onSettled: () => refreshRoom(client, userId),
  });

export const fillersQuery = (userId: UserId) =>
  queryOptions({
    queryKey: [...keyOf(userId), 'fillers'],
    queryFn: ({ signal }) => call(media.listFillers, { params: { userId } }, { fallback: 'fetchMedia', signal }),
    staleTime: 5000,
  });

export const addFiller = (client: QueryClient, userId: UserId) =>
  creation({
    mutationFn: (text: string, intent) =>
      call(media.addFiller, { params: { userId }, body: { text } }, { fallback: 'changeMedia', intent }),
    onSettled: () => refreshRoom(client, userId),
    meta: { isQuiet: true },
  });

export const removeFiller = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: (fillerId: string) =>
      call(media.removeFiller, { params: { userId, fillerId } }, { fallback: 'changeMedia' }),
    onSettled: () => refreshRoom(client, userId),
  });

/** Never cached, because anyone who knows the URL can act as the player. */
export const fetchAddress = async (userId: UserId): Promise<string> =>
  (await call(media.copyPlayerAddress, { params: { userId } }, { fallback: 'playerAddress' })).url;

export const renewAddress = (client: QueryClient, userId: UserId) =>
  creation({
    mutationFn: (_: void, intent) =>
      call(media.renewPlayerAddress, { params: { userId } }, { fallback: 'playerAddress', intent }),
    onSettled: () => refreshRoom(client, userId),
    // Not cached, because the answer is a secret.
    gcTime: 0,
  });

export const saveMediaShare = (userId: UserId, mediaShare: MediaShareBody): Promise<string> =>
  call(account.updateUser, { params: { userId }, body: { mediaShare } }, { fallback: 'updateUser' });

export const switchOn = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: () => saveMediaShare(userId, { enabled: true }),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['me'], exact: true }), refreshRoom(client, userId)]),
  });

/** Sets the password; null removes it. */
export const setPassword = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: (password: string | null) => saveMediaShare(userId, { password }),
    onSettled: () => client.invalidateQueries({ queryKey: ['me'], exact: true }),
    meta: { isQuiet: true },
    // Not cached, because the password is a secret.
    gcTime: 0,
  });

/** Fetches the room as viewers see it. */
export const publicRoomQuery = (name: string) =>
  queryOptions({
    queryKey: ['media-room', name],
    queryFn: ({ signal }) => call(media.getPublicRoom, { params: { name } }, { fallback: 'fetchMedia', signal }),
    staleTime: 5000,
  });

const refreshPublic = (client: QueryClient, name: string) =>
  client.invalidateQueries({ queryKey: publicRoomQuery(name).queryKey });

export const requestMedia = (client: QueryClient, name: string) =>
  creation({
    mutationFn: (body: LateBodyOf<typeof media.requestMedia>, intent) =>
      call(media.requestMedia, { params: { name }, body }, { fallback: 'requestMedia', intent }),
    onSettled: () => refreshPublic(client, name),
    meta: { isQuiet: true },
  });

/** Never retried automatically, because each search counts toward the room's daily limit. */
export const searchMedia = (name: string) =>
  mutationOptions({
    mutationFn: (body: LateBodyOf<typeof media.searchMedia>) =>
      call(media.searchMedia, { params: { name }, body }, { fallback: 'requestMedia' }),
    meta: { isQuiet: true },
  });

export const cancelMedia = (client: QueryClient, name: string) =>
  mutationOptions({
    mutationFn: (itemId: MediaItemId) =>
      call(media.cancelMedia, { params: { name, itemId } }, { fallback: 'changeMedia' }),
    onSettled: () => refreshPublic(client, name),
  });

export const voteToSkip = (client: QueryClient, name: string) =>
  mutationOptions({
    mutationFn: (itemId: MediaItemId) =>
      call(media.voteToSkip, { params: { name }, body: { itemId } }, { fallback: 'changeMedia' }),
    onSettled: () => refreshPublic(client, name),
  });
