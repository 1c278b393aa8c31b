'use client';

import type { GuildInfo, GuildSetting } from '@tally/contract/servers/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pick } from '../../lib/drafts/record-draft.ts';
import type { NameOfField } from '../../lib/words/plain-refusal.ts';
import { type RecordEdit, useRecordDraft } from '../drafts/use-record-draft.ts';
import { serverQuery, updateServer } from './api.ts';

export interface SettingsForm<T extends object> {
  readonly name: string;
  readonly valueOf: (server: GuildInfo) => T;
  readonly isDraft: (value: unknown) => value is T;
}

/** Converts the settings to the API's format. */
export const settingsForm = <K extends GuildSetting>(keys: readonly [K, ...K[]]): SettingsForm<Pick<GuildInfo, K>> => ({
  name: keys[0],
  valueOf: (server) => pick(server, keys),
  isDraft: (value): value is Pick<GuildInfo, K> =>
    typeof value === 'object' && value !== null && keys.every((key) => key in value),
});

/** Drafts settings of a server, which share one version. `nameOf` returns the page's labels. */
export function useSettingsDraft<T extends object>(
  server: GuildInfo,
  { name, valueOf, isDraft }: SettingsForm<T>,
  nameOf: NameOfField,
): RecordEdit<T> {
  const client = useQueryClient();
  const update = useMutation({ ...updateServer(client, server.guildId), meta: { isQuiet: true } });
  const asStored = (info: GuildInfo) => ({ value: valueOf(info), version: info.version });
  return useRecordDraft<T, number>({
    name: `${server.guildId} ${name}`,
    stored: asStored(server),
    isDraft,
    nameOf,
    send: ({ value, changed, version }) => update.mutateAsync({ version, ...pick(value, changed) }),
    fetchStored: async () => asStored(await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 })),
  });
}
