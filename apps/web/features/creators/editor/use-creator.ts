'use client';

import type { Creator } from '@tally/contract/creators';
import type { ServerId } from '@tally/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { forgetDraft } from '../../../lib/kept-draft.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { isSame } from '../../message-editor/draft.ts';
import { useKeptDraft } from '../../message-editor/use-kept-draft.ts';
import { creatorsQuery, saveCreator } from '../api.ts';
import { bodyOf, type CreatorDraft, draftOf, emptyDraft, isCreatorDraft } from './draft-of.ts';

/** A creator while it is changed. It stays in this tab until it is saved or discarded, also when the sheet is closed. */
export function useCreator(serverId: ServerId, opened: Creator | 'new', onSaved: () => void) {
  const t = useTranslations('creators');
  const name = `${serverId} creator ${opened === 'new' ? 'new' : opened.creatorId}`;
  const [begun] = useState(() => (opened === 'new' ? emptyDraft : draftOf(opened)));
  const { draft, setDraft, saved, ...kept } = useKeptDraft<CreatorDraft>(name, begun, isCreatorDraft);
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const textOf = useFailureText();

  const save = useSave({
    serverId,
    opened,
    base: saved,
    meet: kept.meet,
    onProblem: setProblem,
    onSaved: (sentence) => {
      forgetDraft(name);
      void toast('success', { title: sentence });
      onSaved();
    },
    onError: (error) => setProblem(textOf(error)),
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
    isSaving: save.isPending,
    save: () => {
      setTried(true);
      if (draft.name.trim() !== '' && draft.channels.length > 0) save.mutate(draft);
    },
  };
}

/** Asks first what stands there now: what somebody else changed meanwhile is not overwritten unseen. */
function useSave(about: {
  serverId: ServerId;
  opened: Creator | 'new';
  /** What the draft was made from, which may be older than what stands here now. */
  base: CreatorDraft;
  meet: (theirs: CreatorDraft) => void;
  onProblem: (problem: string | null) => void;
  onSaved: (sentence: string) => void;
  onError: (error: Error) => void;
}) {
  const { serverId, opened, base, meet, onProblem, onSaved, onError } = about;
  const t = useTranslations('creators');
  const client = useQueryClient();
  const put = useMutation(saveCreator(client, serverId));
  const [isGone, setGone] = useState(false);
  return useMutation({
    mutationFn: async (draft: CreatorDraft) => {
      const body = bodyOf(draft);
      if (opened === 'new') {
        await put.mutateAsync({ creatorId: null, body });
        return t('added', { name: body.name });
      }
      const list = await client.fetchQuery({ ...creatorsQuery(serverId), staleTime: 0 });
      const now = list.find((each) => each.creatorId === opened.creatorId);
      const isTold = now ? !isGone && isSame(draftOf(now), base) : isGone;
      if (!isTold) {
        // Told once; saving again is the decision.
        setGone(!now);
        if (now) meet(draftOf(now));
        onProblem(t(now ? 'theirs' : 'theirsGone'));
        return null;
      }
      await put.mutateAsync({ creatorId: now ? opened.creatorId : null, body });
      return t('saved', { name: body.name });
    },
    onSuccess: (sentence) => sentence !== null && onSaved(sentence),
    onError,
    meta: { isQuiet: true },
  });
}
