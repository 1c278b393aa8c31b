import type { keepHours, Recording } from '@tally/contract/vods/calls';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { minutes } from '../../lib/live/query-client.ts';

const vods = lateHome(async () => (await import('@tally/contract/vods/calls')).vods);

export type Hours = (typeof keepHours)[number];

/** About as often as the progress is reported. */
const SAVING_EVERY_MS = 10_000;

const paceOf = (recordings: readonly Recording[]): number | false => {
  if (recordings.some(({ state }) => state === 'saving')) return SAVING_EVERY_MS;
  return recordings.some(({ state }) => state === 'waiting') ? minutes(1) : false;
};

export const recordingsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: ['server', serverId, 'recordings'],
    queryFn: ({ signal }) =>
      call(vods.listRecordings, { params: { guildId: serverId } }, { fallback: 'fetchRecordings', signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => paceOf(data?.recordings ?? []),
  });

/** Fetches the recordings of every server that a person manages. */
export const ownRecordingsQuery = (userId: UserId) =>
  queryOptions({
    queryKey: ['me', 'recordings', userId],
    queryFn: ({ signal }) =>
      call(vods.listOwnRecordings, { params: { userId } }, { fallback: 'fetchRecordings', signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => paceOf(data ?? []),
  });

export const keepRecording = (client: QueryClient, serverId: ServerId, recordingId: string) =>
  mutationOptions({
    mutationFn: (hours: Hours) =>
      call(
        vods.keepRecording,
        { params: { guildId: serverId, recordingId }, body: { hours } },
        { fallback: 'changeRecording' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: recordingsQuery(serverId).queryKey }),
  });

export const dropRecording = (client: QueryClient, serverId: ServerId, recordingId: string) =>
  mutationOptions({
    mutationFn: () =>
      call(vods.dropRecording, { params: { guildId: serverId, recordingId } }, { fallback: 'changeRecording' }),
    onSettled: () => client.invalidateQueries({ queryKey: recordingsQuery(serverId).queryKey }),
  });

/** Fetches the recordings of all servers, for staff. */
export const storedQuery = () =>
  queryOptions({
    queryKey: ['admin', 'recordings'],
    queryFn: ({ signal }) => call(vods.listStored, {}, { fallback: 'fetchRecordings', signal }),
    staleTime: 0,
  });

export const countsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'recordings', 'counts'],
    queryFn: ({ signal }) => call(vods.countVods, {}, { fallback: 'fetchRecordings', signal }),
    staleTime: 0,
  });

export const removeVod = (client: QueryClient, fileKey: string) =>
  mutationOptions({
    mutationFn: () => call(vods.removeVod, { params: { fileKey } }, { fallback: 'changeRecording' }),
    onSettled: () => client.invalidateQueries({ queryKey: storedQuery().queryKey }),
  });

/** Fetches whether servers may keep recordings of the caller's streams. */
export const permissionQuery = () =>
  queryOptions({
    queryKey: ['me', 'recordings', 'permission'],
    queryFn: ({ signal }) => call(vods.getRecordingPermission, {}, { fallback: 'fetchRecordings', signal }),
    staleTime: 0,
  });

export const changePermission = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (isAllowed: boolean) =>
      call(vods.changeRecordingPermission, { body: { isAllowed } }, { fallback: 'changeRecording' }),
    onSettled: () => client.invalidateQueries({ queryKey: permissionQuery().queryKey }),
  });
