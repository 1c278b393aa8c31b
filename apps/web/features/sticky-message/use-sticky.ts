'use client';

import type { ChannelId } from '@tally/contract/ids';
import type { StickyMessage } from '@tally/contract/message-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { forgetDraft } from '../../lib/kept-draft.ts';
import { namesFrom } from '../../lib/plain-refusal.ts';
import { useFailureText } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { isSame } from '../message-editor/draft.ts';
import { useKeptHistory } from '../message-editor/use-kept-draft.ts';
import { serverQuery } from '../servers/api.ts';
import { saveSticky } from './api.ts';
import { bodyOf, draftOf, emptyDraft, isStickyDraft, type StickyDraft } from './draft-of.ts';

/** One sticky as a draft, kept in this tab until it is saved or discarded. */
export function useSticky(server: GuildInfo, opened: StickyMessage | 'new', onSaved: (channelId: ChannelId) => void) {
  const t = useTranslations('sticky-message');
  const client = useQueryClient();
  const name = `${server.guildId} sticky ${opened === 'new' ? 'new' : opened.channelId}`;
  const draft = useKeptHistory<StickyDraft>(name, opened === 'new' ? emptyDraft : draftOf(opened), isStickyDraft);
  const { value, saved, changed } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const textOf = useFailureText(namesFrom(t));
  const put = useMutation(saveSticky(client, server.guildId));

  const save = useMutation({
    mutationFn: async () => {
      const { channelId } = value;
      if (channelId === null) throw new Error('a sticky needs a channel');
      const which = opened === 'new' ? undefined : opened.channelId;
      const now = await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 });
      const theirs = now.stickyMessages.find((each) => each.channelId === (which ?? channelId));
      if (theirs && !isSame(draftOf(theirs), saved)) {
        // Told once; saving again is the decision.
        draft.rebase(draftOf(theirs));
        setProblem(t(which === undefined ? 'taken' : 'theirs'));
        return null;
      }
      const sentence = await put.mutateAsync({ body: bodyOf({ ...value, channelId }), which });
      setProblem(null);
      draft.markSaved(value);
      forgetDraft(name);
      void toast('success', { title: sentence });
      return channelId;
    },
    onSuccess: (channelId) => {
      if (channelId !== null) onSaved(channelId);
    },
    onError: (error) => setProblem(textOf(error)),
    meta: { isQuiet: true },
  });
  return {
    draft,
    set: <K extends keyof StickyDraft>(key: K, to: StickyDraft[K]) =>
      draft.change(key, (now) => ({ ...now, [key]: to })),
    save: { run: () => save.mutate(), isPending: save.isPending, problem: changed.length > 0 ? problem : null },
  };
}
