'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { serverQuery } from '../../../shell/server/api.ts';
import { saveServerMessage } from './api.ts';
import {
  isServerMessageDraft,
  type ServerMessageDraft,
  type ServerMessageVersions,
  storedMessage,
} from './draft-of.ts';
import type { ServerMessageType } from './groups.ts';

/** Drafts one message kind in two calls. If the second one fails, the first one's save does not count as a conflict. */
export function useServerMessage(server: GuildInfo, type: ServerMessageType) {
  const t = useTranslations('message-editor.server');
  const client = useQueryClient();
  const put = useMutation(saveServerMessage(client, server.guildId));
  return useRecordDraft<ServerMessageDraft, ServerMessageVersions>({
    name: `${server.guildId} message ${type}`,
    stored: storedMessage(server, type),
    isDraft: isServerMessageDraft,
    nameOf: namesFrom(t),
    send: async ({ value, changed, version }) => {
      let sentence = '';
      for (const part of changed)
        sentence = await put.mutateAsync({ type, part, draft: value, version: version[part] });
      return sentence;
    },
    fetchStored: async () =>
      storedMessage(await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 }), type),
  });
}
