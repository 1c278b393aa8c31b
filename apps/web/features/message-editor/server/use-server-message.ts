'use client';

import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { namesFrom } from '../../../lib/plain-refusal.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { serverQuery } from '../../servers/api.ts';
import { changedFields, isSame } from '../draft.ts';
import { useKeptHistory } from '../use-kept-draft.ts';
import { saveServerMessage } from './api.ts';
import { draftOf, isServerMessageDraft, type ServerMessageDraft } from './draft-of.ts';
import type { ServerMessageType } from './groups.ts';

/** One kind of message as a draft. Message and variants are two calls: what was saved is no longer unsaved. */
export function useServerMessage(server: GuildInfo, type: ServerMessageType) {
  const t = useTranslations('message-editor.server');
  const client = useQueryClient();
  const name = `${server.guildId} message ${type}`;
  const draft = useKeptHistory<ServerMessageDraft>(name, draftOf(server, type), isServerMessageDraft);
  const { value, saved, changed } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const textOf = useFailureText(namesFrom(t));
  const put = useMutation(saveServerMessage(client, server.guildId, type));

  const save = useMutation({
    mutationFn: async () => {
      const theirs = draftOf(await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 }), type);
      const both = changedFields(saved, theirs).filter((field) => changed.includes(field));
      if (both.length > 0) {
        // Told once; saving again is the decision.
        draft.rebase(theirs);
        setProblem(t('conflict', { fields: both.map((field) => t(`fields.${field}`)).join(', ') }));
        return null;
      }
      setProblem(null);
      let now = theirs;
      let sentence = '';
      for (const part of changed) {
        // Somebody else may have gone back to the standard as well: then there is nothing left to remove.
        if (!isSame(theirs[part], value[part])) sentence = await put.mutateAsync({ part, draft: value });
        now = withPart(now, value, part);
        draft.markSaved(now);
      }
      return sentence;
    },
    onSuccess: (sentence) => {
      if (sentence) void toast('success', { title: sentence });
    },
    onError: (error) => setProblem(textOf(error)),
    meta: { isQuiet: true },
  });
  return {
    draft,
    save: { run: () => save.mutate(), isPending: save.isPending, problem: changed.length > 0 ? problem : null },
  };
}

const withPart = (
  now: ServerMessageDraft,
  ours: ServerMessageDraft,
  part: keyof ServerMessageDraft,
): ServerMessageDraft => ({ ...now, [part]: ours[part] });
