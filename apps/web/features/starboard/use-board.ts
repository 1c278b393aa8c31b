'use client';

import type { GuildInfo } from '@tally/contract/servers';
import { type Starboard } from '@tally/contract/starboard';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { namesFrom } from '../../lib/plain-refusal.ts';
import { useFailureText } from '../../shell/failed.tsx';
import { useKeptDraft, useSaving } from '../message-editor/use-kept-draft.ts';
import { saveStarboard, starboardsQuery } from './api.ts';
import { type BoardDraft, bodyOf, draftFieldOf, draftOf, emptyBoard, isBoardDraft, problemsOf } from './draft-of.ts';

/** A board while it is edited. It stays in this tab until it is saved or discarded, also when the sheet is closed. */
export function useBoard(server: GuildInfo, opened: Starboard | 'new', onSaved: () => void) {
  const t = useTranslations('starboard');
  const client = useQueryClient();
  const name = `${server.guildId} starboard ${opened === 'new' ? 'new' : opened.channelId}`;
  const [begun] = useState(() => (opened === 'new' ? emptyBoard : draftOf(opened)));
  const { draft, setDraft, isChanged, ...kept } = useKeptDraft<BoardDraft>(name, begun, isBoardDraft);
  const [problem, setProblem] = useState<string | null>(null);
  const nameOf = namesFrom(t);
  const textOf = useFailureText((field) => nameOf(draftFieldOf(field)));
  const put = useMutation(saveStarboard(client, server.guildId));

  const saving = useSaving({
    name,
    onSaved,
    onError: (error) => setProblem(textOf(error)),
    async run() {
      const { channelId } = draft;
      if (channelId === null) throw new Error('a starboard needs a channel');
      const which = opened === 'new' ? undefined : opened.channelId;
      const now = await client.fetchQuery({ ...starboardsQuery(server.guildId), staleTime: 0 });
      const theirs = now.find((board) => board.channelId === which);
      if (theirs && kept.isNews(draftOf(theirs))) {
        setProblem(t('theirs'));
        return null;
      }
      return await put.mutateAsync({ body: bodyOf({ ...draft, channelId }), which });
    },
  });
  const problems = problemsOf(draft);
  return {
    draft,
    problems,
    canSave: draft.channelId !== null && problems.size === 0 && (isChanged || opened === 'new'),
    wasKept: kept.wasKept,
    problem,
    change: (part: Partial<BoardDraft>) => {
      setDraft((now) => ({ ...now, ...part }));
      setProblem(null);
    },
    discard: () => {
      kept.discard();
      setProblem(null);
    },
    ...saving,
  };
}
