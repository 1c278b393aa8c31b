'use client';

import type { Override } from '@tally/contract/override-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAddressedText } from '../../../shell/failed.tsx';
import { useKeptDraft, useSaving } from '../../message-editor/use-kept-draft.ts';
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
  const { draft, setDraft, ...kept } = useKeptDraft<RuleDraft>(name, begun, isRuleDraft);
  const [refused, setRefused] = useState<{ atFields: FieldErrors; rest: string }>({ atFields: {}, rest: '' });
  const problems = useProblems(draft);
  const priority = opened === 'new' ? freePriority(server.notificationOverrides) : opened.priorityOnConflict;
  /** As it would stand among the others. */
  const rule = ruleOf(draft, priority);
  const t = useTranslations('overrides');
  const scene = useSentenceScene(serverId);
  const client = useQueryClient();
  const put = useMutation(saveOverride(client, serverId));

  const refuse = useRefusal(setRefused);
  const saving = useSaving({
    name,
    onSaved,
    onError: refuse,
    async run() {
      const now = (await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 })).notificationOverrides;
      if (opened === 'new') return await put.mutateAsync(ruleOf(draft, freePriority(now)));
      const theirs = now.find((each) => each.priorityOnConflict === opened.priorityOnConflict);
      if (kept.isNews(theirs ? draftOf(theirs) : null)) {
        const rest = theirs ? t('theirs', { sentence: ruleSentence(theirs, scene) }) : t('theirsGone');
        setRefused({ atFields: {}, rest });
        return null;
      }
      return await put.mutateAsync(rule);
    },
  });
  return {
    draft,
    rule,
    wasKept: kept.wasKept,
    errors: { ...refused.atFields, ...problems },
    canSave: Object.keys(problems).length === 0,
    problem: refused.rest === '' ? null : refused.rest,
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
    ...saving,
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
  const textOf = useAddressedText();
  /** `place`: where the rule stands in the list that was sent. */
  return (error: Error, place?: number) =>
    set(
      sortRefusal(textOf(error), {
        ...(place === undefined ? {} : { place }),
        numbered: (number, sentence) => t('queryLine', { number, sentence }),
      }),
    );
}
