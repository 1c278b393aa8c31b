'use client';

import type { LinkedRole } from '@tally/contract/role-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureText } from '../../shell/failed.tsx';
import { useKeptDraft, useSaving } from '../message-editor/use-kept-draft.ts';
import { serverQuery } from '../servers/api.ts';
import { saveRule } from './api.ts';
import { draftOf, emptyRule, isRuleDraft, isRuleList, type RuleDraft, ruleOf } from './rule-of.ts';

/** A rule while it is written. It stays in this tab until it is saved or discarded, also when the sheet is closed. */
export function useRule({ guildId: serverId }: GuildInfo, opened: LinkedRole | 'new', onSaved: () => void) {
  const t = useTranslations('linked-roles');
  const textOf = useFailureText((field) =>
    field === 'roleId' ? t('role') : isRuleList(field) ? t(`lists.${field}`) : null,
  );
  const name = `${serverId} linkedRoles ${opened === 'new' ? 'new' : opened.roleId}`;
  const [begun] = useState(() => (opened === 'new' ? emptyRule : draftOf(opened)));
  const { draft, setDraft, ...kept } = useKeptDraft<RuleDraft>(name, begun, isRuleDraft);
  const [problem, setProblem] = useState<string | null>(null);
  const client = useQueryClient();
  const put = useMutation(saveRule(client, serverId));
  const rule = ruleOf(draft);

  const saving = useSaving({
    name,
    onSaved,
    onError: (error) => setProblem(textOf(error)),
    async run() {
      if (rule === null) throw new Error('a rule has to say something');
      if (opened === 'new') return await put.mutateAsync({ rule });
      const now = (await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 })).linkedRoles;
      const theirs = now.find((each) => each.roleId === opened.roleId);
      if (theirs && kept.isNews(draftOf(theirs))) {
        setProblem(t('theirs'));
        return null;
      }
      return await put.mutateAsync({ rule, which: opened.roleId });
    },
  });

  return {
    draft,
    wasKept: kept.wasKept,
    canSave: rule !== null,
    problem,
    change: (next: RuleDraft) => {
      setDraft(next);
      // What was refused may be mended by now.
      setProblem(null);
    },
    discard: () => {
      kept.discard();
      setProblem(null);
    },
    ...saving,
  };
}
