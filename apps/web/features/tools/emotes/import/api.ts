import type { EmotePlatform } from '@tally/contract/emotes/calls';
import type { EmoteImport } from '@tally/contract/emotes/imports';
import type { ServerId } from '@tally/contract/wire/ids';
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/call.ts';
import { creation } from '../../../../lib/drafts/intent.ts';
import { lateHome } from '../../../../lib/late-home.ts';
import { minutes } from '../../../../lib/live/query-client.ts';
import type { Shown } from '../api.ts';

const imports = lateHome(async () => (await import('@tally/contract/emotes/imports')).emoteImports);

/** About as often as the import adds an emoji. */
const LIVE_EVERY_MS = 2000;

/** An import that has not ended. Each server can have one. */
export const isOpen = ({ state }: Pick<EmoteImport, 'state'>): boolean =>
  state === 'running' || state === 'waiting' || state === 'stopped';
const isMoving = ({ state }: Pick<EmoteImport, 'state'>): boolean => state === 'running' || state === 'undoing';
/** A paused import can change elsewhere: another manager acts, or its hour ends. */
const paceOf = (all: readonly EmoteImport[]): number | false => {
  if (all.some(isMoving)) return LIVE_EVERY_MS;
  return all.some(isOpen) ? minutes(1 / 4) : false;
};

export interface Channel {
  readonly platform: EmotePlatform;
  readonly name: string;
}

const keyOf = (serverId: ServerId) => ['server', serverId, 'emote-imports'] as const;

export const importsQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'list'],
    queryFn: ({ signal }) =>
      call(imports.listImports, { params: { guildId: serverId } }, { fallback: 'fetchImports', signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => paceOf(data ?? []),
  });

export const importQuery = (serverId: ServerId, importId: string) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'one', importId],
    queryFn: ({ signal }) =>
      call(imports.getImport, { params: { guildId: serverId, importId } }, { fallback: 'fetchImports', signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => paceOf(data ? [data] : []),
  });

/** Fetches the free slots and the subscriber role. `isBusy` means that a running import is using slots. */
export const optionsQuery = (serverId: ServerId, { platform, name }: Channel, isBusy: boolean) =>
  queryOptions({
    queryKey: [...keyOf(serverId), 'options', platform, name, isBusy],
    queryFn: ({ signal }) =>
      call(
        imports.getImportOptions,
        { params: { guildId: serverId, platform, streamer: name }, query: {} },
        { fallback: 'fetchImports', signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

interface ImportWish {
  readonly channel: Channel;
  readonly emotes: readonly Shown[];
  readonly lockToSubIfSet: boolean;
}

export const startImport = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: ({ channel, emotes, lockToSubIfSet }: ImportWish, intent) => {
      const picked = (isAnimated: boolean) =>
        emotes
          .filter(({ animated }) => animated === isAnimated)
          .map(({ name, url }) => ({ name: name.slice(0, 100), url }));
      return call(
        imports.importEmotes,
        {
          params: { guildId: serverId, platform: channel.platform, streamer: channel.name },
          body: { emojis: { animated: picked(true), normal: picked(false) }, lockToSubIfSet },
        },
        { fallback: 'changeImport', intent },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(serverId) }),
  });

const calls = { resume: imports.resumeImport, cancel: imports.cancelImport, undo: imports.undoImport } as const;
export type Deed = keyof typeof calls;

export const changeImport = (client: QueryClient, serverId: ServerId, importId: string) =>
  mutationOptions({
    mutationFn: (deed: Deed) =>
      call(calls[deed], { params: { guildId: serverId, importId } }, { fallback: 'changeImport' }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(serverId) }),
  });
