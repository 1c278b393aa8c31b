'use client';

import type { Creator } from '@tally/contract/creators';
import type { ServerId } from '@tally/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { namesFrom } from '../../../lib/plain-refusal.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { useKeptDraft, useSaving } from '../../message-editor/use-kept-draft.ts';
import { creatorsQuery, saveCreator } from '../api.ts';
import { bodyOf, type CreatorDraft, draftOf, emptyDraft, isCreatorDraft } from './draft-of.ts';

/** A creator while it is changed. It stays in this tab until it is saved or discarded, also when the sheet is closed. */
export function useCreator(serverId: ServerId, opened: Creator | 'new', onSaved: () => void) {
  const t = useTranslations('creators');
  const name = `${serverId} creator ${opened === 'new' ? 'new' : opened.creatorId}`;
  const [begun] = useState(() => (opened === 'new' ? emptyDraft : draftOf(opened)));
  const { draft, setDraft, ...kept } = useKeptDraft<CreatorDraft>(name, begun, isCreatorDraft);
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const textOf = useFailureText(namesFrom(t));
  const client = useQueryClient();
  const put = useMutation(saveCreator(client, serverId));

  const { save, isSaving } = useSaving({
    name,
    onSaved,
    onError: (error) => setProblem(textOf(error)),
    async run() {
      const body = bodyOf(draft);
      if (opened === 'new') {
        await put.mutateAsync({ creatorId: null, body });
        return t('added', { name: body.name });
      }
      const list = await client.fetchQuery({ ...creatorsQuery(serverId), staleTime: 0 });
      const theirs = list.find((each) => each.creatorId === opened.creatorId);
      if (kept.isNews(theirs ? draftOf(theirs) : null)) {
        setProblem(t(theirs ? 'theirs' : 'theirsGone'));
        return null;
      }
      await put.mutateAsync({ creatorId: theirs ? opened.creatorId : null, body });
      return t('saved', { name: body.name });
    },
  });
  const nameProblem = isTried && draft.name.trim() === '' ? t('problems.name') : undefined;
  const channelsProblem = isTried && draft.channels.length === 0 ? t('problems.channels') : undefined;
  const change = (to: (now: CreatorDraft) => CreatorDraft) => {
    setDraft(to);
    // What was refused may be mended by now.
    setProblem(null);
  };
  return {
    draft,
    change,
    wasKept: kept.wasKept,
    discard: () => {
      kept.discard();
      setProblem(null);
    },
    nameProblem,
    channelsProblem,
    problem,
    isSaving,
    save: () => {
      setTried(true);
      if (draft.name.trim() !== '' && draft.channels.length > 0) save();
    },
  };
}
