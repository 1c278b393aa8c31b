'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GreetType } from '@tally/contract/servers/parts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pick } from '../../../lib/drafts/record-draft.ts';
import type { NameOfField } from '../../../lib/words/plain-refusal.ts';
import { type RecordEdit, useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { serverQuery, updateServer } from '../../../shell/server/api.ts';
import type { SettingsForm } from '../../../shell/server/settings-draft.ts';
import type { EditedMessage } from '../editor/body.ts';
import { saveServerMessage } from './api.ts';
import { storedMessage } from './draft-of.ts';

/** The texts of a tool's greetings; null for the standard message. */
export type Greetings<G extends GreetType> = Readonly<Record<G, EditedMessage | null>>;

/** Combines a tool's settings and greeting texts into one draft. Each is stored as a record with its own version. */
export function useGreetingsDraft<T extends object, G extends GreetType>(
  server: GuildInfo,
  { form, types, nameOf }: { form: SettingsForm<T>; types: readonly G[]; nameOf: NameOfField },
): RecordEdit<T & Greetings<G>> {
  type Draft = T & Greetings<G>;
  type Versions = Readonly<Record<G | 'settings', string | number>>;
  const client = useQueryClient();
  const update = useMutation({ ...updateServer(client, server.guildId), meta: { isQuiet: true } });
  const put = useMutation(saveServerMessage(client, server.guildId));
  const asStored = (info: GuildInfo) => {
    const texts = types.map((type) => [type, storedMessage(info, type)] as const);
    return {
      value: { ...form.valueOf(info), ...Object.fromEntries(texts.map(([type, { value }]) => [type, value.message])) },
      version: {
        settings: info.version,
        ...Object.fromEntries(texts.map(([type, { version }]) => [type, version.message])),
      },
    } as { value: Draft; version: Versions };
  };
  return useRecordDraft<Draft, Versions>({
    name: `${server.guildId} ${form.name}`,
    stored: asStored(server),
    isDraft: (value): value is Draft => form.isDraft(value) && types.every((type) => type in value),
    nameOf,
    send: async ({ value, changed, version }) => {
      const ofTexts: readonly string[] = types;
      const settings = changed.filter((field) => !ofTexts.includes(field));
      let sentence = '';
      if (settings.length > 0)
        sentence = await update.mutateAsync({ version: Number(version.settings), ...pick(value, settings) });
      for (const type of types.filter((each) => changed.some((field) => field === each))) {
        const draft = { message: value[type], variants: [] };
        sentence = await put.mutateAsync({ type, part: 'message', draft, version: String(version[type]) });
      }
      return sentence;
    },
    fetchStored: async () => asStored(await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 })),
  });
}
