import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { StreamerList } from '@tally/contract/notifications/calls';
import type { DeliveryKind, DeliveryOutcome } from '@tally/contract/notifications/journal';
import type { StreamerBody } from '@tally/contract/notifications/streamer-bodies';
import type { ShortStreamer, Streamer } from '@tally/contract/notifications/streamers';
import { addressOf, namesakeQuery, plainName } from '@tally/contract/platforms/namesakes';
import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { type LateBodyOf, lateHome } from '../../lib/late-home.ts';
import { minutes } from '../../lib/live/query-client.ts';
import { ahead } from '../../lib/start/ahead.ts';
import { errorsQuery } from '../../shell/server/errors.ts';
import { type ListAddress, listKey } from '../../shell/server/followed.ts';
import type { PreviewSource } from '../message-editor/preview/source.ts';

const notifications = lateHome(async () => (await import('@tally/contract/notifications/calls')).notifications);
const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

export const streamersQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...listKey(address), 'all'],
    queryFn: ({ signal }) =>
      call(
        notifications.listStreamers,
        { params: { guildId: address.serverId, platform: address.platform }, query: {} },
        { fallback: 'fetchGuildStreamers', signal },
      ),
    staleTime: minutes(1),
    // Refetches, because creators go live at any time.
    refetchInterval: minutes(1),
  });

const liveKey = (serverId: ServerId) => ['server', serverId, 'streamers', 'live'] as const;

/** The followed creators who are live right now, on every platform. */
export const liveQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: liveKey(serverId),
    queryFn: ({ signal }) =>
      call(notifications.listLive, { params: { guildId: serverId } }, { fallback: 'fetchGuildStreamers', signal }),
    staleTime: minutes(1),
    // Refetches, because creators go live at any time.
    refetchInterval: minutes(1),
  });

/** Fetches the names of all creators that a server follows on a platform. */
export const namesQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...listKey(address), 'names'],
    queryFn: async ({ signal }): Promise<readonly ShortStreamer[]> => {
      const { streamers } = await call(
        notifications.listStreamers,
        { params: { guildId: address.serverId, platform: address.platform }, query: { short: true } },
        { fallback: 'fetchGuildStreamers', signal },
      );
      return streamers;
    },
    staleTime: minutes(1),
  });

/** Fetches the names on each platform, in the order of the platforms. */
export const allNames = (serverId: ServerId) => platforms.map((platform) => namesQuery({ serverId, platform }));

const journalKey = (serverId: ServerId) => ['server', serverId, 'journal'] as const;

/** The newest deliveries of a server, of every kind. */
export const journalQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: journalKey(serverId),
    queryFn: ({ signal }) =>
      call(
        notifications.listJournal,
        { params: { guildId: serverId }, query: { limit: 200 } },
        { fallback: 'fetchJournal', signal },
      ),
    staleTime: minutes(1),
  });

export interface JournalFilters {
  readonly platform: Platform | null;
  readonly kind: DeliveryKind | null;
  readonly outcome: DeliveryOutcome | 'underway' | null;
}

/** Fetches the filtered journal page by page. */
export const filteredJournalQuery = (serverId: ServerId, { platform, kind, outcome }: JournalFilters) =>
  infiniteQueryOptions({
    queryKey: [...journalKey(serverId), 'filtered', platform, kind, outcome],
    queryFn: ({ signal, pageParam }) =>
      call(
        notifications.listJournal,
        {
          params: { guildId: serverId },
          query: {
            limit: 50,
            ...(platform ? { platform } : {}),
            ...(kind ? { kinds: [kind] } : {}),
            ...(outcome ? { outcomes: [outcome] } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { fallback: 'fetchJournal', signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: minutes(1),
  });

/**
 * Refetches all data about deliveries, including errors, after a delivery changed or a streamer was paused or resumed.
 */
export async function refreshDeliveries(client: QueryClient, serverId: ServerId): Promise<void> {
  const errors = () => JSON.stringify(client.getQueryData(errorsQuery(serverId).queryKey));
  const before = errors();
  await Promise.all([
    client.invalidateQueries({ queryKey: journalKey(serverId) }),
    client.invalidateQueries({ queryKey: ['server', serverId, 'streamers'] }),
    client.invalidateQueries({ queryKey: errorsQuery(serverId).queryKey }),
    client.invalidateQueries({ queryKey: ['servers', 'home'] }),
  ]);
  // Permissions are refetched only if the errors changed.
  if (errors() !== before) await client.invalidateQueries({ queryKey: ['server', serverId, 'discord'] });
}

export const postNow = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: (deliveryId: string, intent) =>
      call(notifications.postNow, { params: { guildId: serverId, deliveryId } }, { fallback: 'sendTest', intent }),
    onSettled: () => refreshDeliveries(client, serverId),
  });

/** Returns false for the short form, which the same call may return. */
export const isWhole = (streamer: Streamer | ShortStreamer): streamer is Streamer => 'pauseReason' in streamer;

export interface StreamerAddress extends ListAddress {
  /** The streamer's name in the format of `addressOf`. */
  readonly name: string;
}

const inputOf = ({ serverId, platform, name }: StreamerAddress) => ({
  params: { guildId: serverId, platform, streamer: plainName(name) },
  query: namesakeQuery(name),
});

const inputFor = (streamer: Streamer | ShortStreamer) =>
  inputOf({ serverId: streamer.guildId, platform: streamer.platform, name: addressOf(streamer) });

const streamerKey = ({ name, ...list }: StreamerAddress) => [...listKey(list), 'one', name.toLowerCase()] as const;

/** Fetches one streamer with all settings. */
export const streamerQuery = (address: StreamerAddress) =>
  queryOptions({
    queryKey: streamerKey(address),
    queryFn: ({ signal }) =>
      call(notifications.getStreamer, inputOf(address), { fallback: 'fetchGuildStreamers', signal }),
    staleTime: minutes(1),
  });

/** The newest deliveries of one streamer. */
export const streamerJournalQuery = (address: StreamerAddress) =>
  queryOptions({
    queryKey: [...journalKey(address.serverId), address.platform, address.name.toLowerCase()],
    queryFn: ({ signal }) => {
      const { params, query } = inputOf(address);
      const { guildId, ...named } = params;
      return call(
        notifications.listJournal,
        { params: { guildId }, query: { ...named, ...query, limit: 30 } },
        { fallback: 'fetchJournal', signal },
      );
    },
    staleTime: minutes(1),
  });

export const saveStreamer = (client: QueryClient, address: StreamerAddress) =>
  mutationOptions({
    mutationFn: ({ body, version }: { body: StreamerBody; version: string }) => {
      const { params, query } = inputOf(address);
      return call(
        notifications.updateStreamer,
        { params, query: { ...query, version }, body },
        { fallback: 'updateStreamer' },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: listKey(address) }),
    meta: { isQuiet: true },
  });

/** Refetches a list after a change to one of its streamers. */
export const refreshList = (client: QueryClient, address: ListAddress) =>
  Promise.all([
    client.invalidateQueries({ queryKey: listKey(address) }),
    client.invalidateQueries({ queryKey: liveKey(address.serverId) }),
  ]);

/** Changes one of many streamers. The caller refetches the list at the end. */
export const changeOne = (streamer: Streamer, body: StreamerBody) =>
  call(notifications.updateStreamer, { ...inputFor(streamer), body }, { fallback: 'updateStreamer' });

export const removeOne = (streamer: Streamer) =>
  call(notifications.removeStreamer, inputFor(streamer), { fallback: 'removeStreamer' });

export interface NewStreamer {
  readonly platform: Platform;
  readonly name: string;
  readonly body: StreamerBody;
}

/** Adds one of many streamers. The caller refetches the list at the end, and shows the failures. */
export const addOne = (serverId: ServerId) =>
  creation({
    mutationFn: ({ platform, name, body }: NewStreamer, intent) =>
      call(
        notifications.addStreamer,
        { ...inputOf({ serverId, platform, name }), body },
        { fallback: 'addStreamer', intent },
      ),
    meta: { isQuiet: true },
  });

/** Identifies one line of the list that is being added. */
export const newStreamerKey = ({ platform, name }: NewStreamer): string => `${platform} ${name}`;

/** Updates the row immediately, and reverts it if the API refuses. */
export const setPaused = (client: QueryClient, address: ListAddress) =>
  mutationOptions({
    mutationFn: ({ streamer, paused }: Pause) => changeOne(streamer, paused ? { paused } : resumed(streamer)),
    ...ahead(client, {
      queryKey: streamersQuery(address).queryKey,
      guess: withPaused,
      refresh: () => client.invalidateQueries({ queryKey: listKey(address) }),
    }),
  });

/**
 * Starts a streamer that waits for another bot. Other settings stay, so the import that added it can still be undone.
 */
export const resumed = ({ pauseReason }: Pick<Streamer, 'pauseReason'>) =>
  pauseReason === 'otherBot' ? { startsAfter: null } : { paused: false };

interface Pause {
  readonly streamer: Streamer;
  readonly paused: boolean;
}

function withPaused(list: StreamerList, { streamer: { streamerUserName }, paused }: Pause): StreamerList {
  const streamers = list.streamers.map((each) =>
    each.streamerUserName === streamerUserName
      ? { ...each, paused, pauseReason: paused ? ('byOwner' as const) : null }
      : each,
  );
  return { ...list, streamers };
}

export const removeStreamer = (client: QueryClient, address: ListAddress) =>
  mutationOptions({
    mutationFn: removeOne,
    onSuccess: () => refreshList(client, address),
  });

/** A message as it would be posted now. */
export const streamerPreview = (
  address: StreamerAddress,
  message: StreamerMessageType,
): PreviewSource<StreamerBody> => ({
  key: [...streamerKey(address), 'preview', message],
  fetch: (body, signal) => {
    const { params, query } = inputOf(address);
    const input = { params, query: { ...query, message }, body };
    return call(notifications.previewMessage, input, { fallback: 'fetchPreview', signal });
  },
});

/** The streamer to test, with the unsaved changes. */
export interface Tried {
  readonly streamer: Streamer | ShortStreamer;
  readonly message?: StreamerMessageType;
  readonly body?: StreamerBody;
}

/** The key of one of the rows that share a mutation. */
export const triedKey = ({ streamer }: Tried): string =>
  `${streamer.guildId} ${streamer.platform} ${addressOf(streamer)}`;

export const sendTest = (client: QueryClient) =>
  creation({
    mutationFn: ({ streamer, message, body = {} }: Tried, intent) => {
      const { params, query } = inputFor(streamer);
      const input = { params, query: { ...query, ...(message ? { message } : {}) }, body };
      return call(notifications.sendTest, input, { fallback: 'sendTest', intent });
    },
    onSuccess: (_sentence, { streamer }) => client.invalidateQueries({ queryKey: journalKey(streamer.guildId) }),
  });

/** A test of a KickBot clip message, including unsaved changes. */
interface KickbotTest {
  readonly serverId: ServerId;
  readonly name: string;
  /** The unsaved settings, which only Kick streamers have. */
  readonly body: StreamerBody;
}

export const testKickbot = (client: QueryClient) =>
  creation({
    mutationFn: ({ serverId: guildId, name: streamerUserName, body }: KickbotTest, intent) =>
      call(
        serverParts.testKickbot,
        {
          params: { guildId, type: 'clip' },
          query: { streamerUserName },
          body: body as LateBodyOf<typeof serverParts.testKickbot>,
        },
        { fallback: 'sendTest', intent },
      ),
    onSuccess: (_sentence, { serverId }) => client.invalidateQueries({ queryKey: journalKey(serverId) }),
  });
