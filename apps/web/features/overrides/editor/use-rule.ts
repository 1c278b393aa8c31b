'use client';

import type { Override } from '@tally/contract/override-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { forgetDraft } from '../../../lib/kept-draft.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { isSame } from '../../message-editor/draft.ts';
import { useKeptDraft } from '../../message-editor/use-kept-draft.ts';
import { serverQuery } from '../../servers/api.ts';
import { saveOverride } from '../api.ts';
import { type FieldErrors, sortRefusal } from '../field-errors.ts';
import { freePriority } from '../priorities.ts';
import { useSentenceScene } from '../rule-names.ts';
import { ruleSentence } from '../rule-sentence.ts';
import { draftOf, emptyDraft, isRuleDraft, type RuleDraft, ruleOf } from './draft-of.ts';
import { problemsOf } from './problems.ts';

/** A rule while it is written. It stays in this tab until it is saved or discarded, also when the sheet is closed. */
export function useRule(server: GuildInfo, opened: Override | 'new', onSaved: () => void) {
  const { guildId: serverId } = server;
  const name = `${serverId} override ${opened === 'new' ? 'new' : opened.priorityOnConflict}`;
  const [begun] = useState(() => (opened === 'new' ? emptyDraft : draftOf(opened)));
  const { draft, setDraft, saved, ...kept } = useKeptDraft<RuleDraft>(name, begun, isRuleDraft);
  const [refused, setRefused] = useState<{ atFields: FieldErrors; rest: string }>({ atFields: {}, rest: '' });
  const problems = useProblems(draft);
  const priority = opened === 'new' ? freePriority(server.notificationOverrides) : opened.priorityOnConflict;

  const refuse = useRefusal(setRefused);
  const save = useSave({
    server,
    opened,
    draft,
    base: saved,
    meet: kept.meet,
    refuse,
    onSaved: () => {
      forgetDraft(name);
      onSaved();
    },
  });
  return {
    draft,
    /** As it would stand among the others. */
    rule: ruleOf(draft, priority),
    wasKept: kept.wasKept,
    errors: { ...refused.atFields, ...problems },
    hasProblems: Object.keys(problems).length > 0,
    problem: save.conflict ?? (refused.rest === '' ? null : refused.rest),
    change: (part: Partial<RuleDraft>) => {
      setDraft((now) => ({ ...now, ...part }));
      // What was refused may be mended by now.
      setRefused({ atFields: {}, rest: '' });
    },
    discard: () => {
      kept.discard();
      setRefused({ atFields: {}, rest: '' });
    },
    refuse,
    save: save.run,
    isSaving: save.isPending,
  };
}

function useProblems(draft: RuleDraft): FieldErrors {
  const t = useTranslations('overrides.problems');
  return problemsOf(draft, {
    tooManyWords: (limit) => t('tooManyWords', { limit }),
    longWord: (number, limit) => t('longWord', { number, limit }),
    duration: (limit) => t('duration', { limit }),
  });
}

function useRefusal(set: (refused: { atFields: FieldErrors; rest: string }) => void) {
  const t = useTranslations('overrides.fields');
  const textOf = useFailureText();
  /** `place`: where the rule stands in the list that was sent. */
  return (error: Error, place?: number) =>
    set(
      sortRefusal(textOf(error), {
        ...(place === undefined ? {} : { place }),
        numbered: (number, sentence) => t('queryLine', { number, sentence }),
      }),
    );
}

/** Asks first what stands there now: a rule that somebody else made or changed is not overwritten unseen. */
function useSave({
  server: { guildId: serverId },
  opened,
  draft,
  base,
  meet,
  refuse,
  onSaved,
}: {
  server: GuildInfo;
  opened: Override | 'new';
  draft: RuleDraft;
  /** What the draft was made from, which may be older than what stands here now. */
  base: RuleDraft;
  meet: (theirs: RuleDraft) => void;
  refuse: (error: Error) => void;
  onSaved: () => void;
}) {
  const t = useTranslations('overrides');
  const locale = useLocale();
  const scene = useSentenceScene(serverId);
  const client = useQueryClient();
  const put = useMutation(saveOverride(client, serverId));
  const [isGone, setGone] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async () => {
      const now = (await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 })).notificationOverrides;
      if (opened === 'new') return await put.mutateAsync(ruleOf(draft, freePriority(now)));
      const theirs = now.find((rule) => rule.priorityOnConflict === opened.priorityOnConflict);
      const isTold = theirs ? !isGone && isSame(draftOf(theirs), base) : isGone;
      if (!isTold) {
        // Told once; saving again is the decision.
        setGone(!theirs);
        if (theirs) meet(draftOf(theirs));
        setConflict(theirs ? t('theirs', { sentence: ruleSentence(theirs, { ...scene, locale }) }) : t('theirsGone'));
        return null;
      }
      setConflict(null);
      return await put.mutateAsync(ruleOf(draft, opened.priorityOnConflict));
    },
    onSuccess: (sentence) => {
      if (sentence === null) return;
      void toast('success', { title: sentence });
      onSaved();
    },
    onError: refuse,
    meta: { isQuiet: true },
  });
  return {
    conflict: conflict !== null && !save.isPending ? conflict : null,
    isPending: save.isPending,
    run: () => save.mutate(),
  };
}
