'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { storedAs, unstored } from '../../../lib/drafts/record-draft.ts';
import { EditSheet } from '../../../shell/drafts/edit-sheet.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { useAddressedText } from '../../../shell/failed.tsx';
import { serverQuery } from '../../../shell/server/api.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { addOverride, type StoredOverride, saveOverride } from '../api.ts';
import { type FieldErrors, sortRefusal } from '../field-errors.ts';
import { useRuleFields } from '../field-words.ts';
import { byPriority, freePriority } from '../priorities.ts';
import { useSentenceScene } from '../rule-names.ts';
import { ruleSentence } from '../rule-sentence.ts';
import { TestBox } from '../test-box.tsx';
import { draftOf, emptyDraft, isRuleDraft, type RuleDraft, ruleOf } from './draft-of.ts';
import { RuleForm } from './form.tsx';
import { useProblems } from './problems.ts';

export function RuleSheet({
  server,
  opened,
  onClose,
}: {
  server: GuildInfo;
  opened: StoredOverride | 'new';
  onClose: () => void;
}) {
  const { guildId: serverId, notificationOverrides } = server;
  const t = useTranslations('overrides');
  const scene = useSentenceScene(serverId);
  const rowsOf = useDraftRows<RuleDraft>(serverId, useRuleFields());
  const client = useQueryClient();
  const which = opened === 'new' ? undefined : opened.priorityOnConflict;
  const name = `${serverId} override ${which ?? 'new'}`;
  const add = useCreate(addOverride(client, serverId), { draft: name, leaves: true });
  const put = useCreate(saveOverride(client, serverId), { leaves: true });
  const priority = which ?? freePriority(notificationOverrides);
  const edit = useRecordDraft<RuleDraft>({
    name,
    leaves: true,
    stored: opened === 'new' ? unstored(emptyDraft) : storedAs(opened, draftOf),
    isDraft: isRuleDraft,
    send: ({ value, version, isNew }) => {
      const body = ruleOf(value, priority);
      return isNew ? add.mutateAsync(body) : put.mutateAsync({ body, version });
    },
    fetchStored: async () => {
      const now = (await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 })).notificationOverrides;
      const theirs = now.find((each) => each.priorityOnConflict === which);
      return theirs ? storedAs(theirs, draftOf) : null;
    },
    onSaved: onClose,
    onGone: onClose,
  });
  const { value } = edit.draft;
  /** The rule's index among the others. */
  const rule = ruleOf(value, priority);
  const others = notificationOverrides.filter((each) => each.priorityOnConflict !== which);
  const rules = byPriority([...others, rule]);
  const problems = useProblems(value);
  const [tried, setTried] = useState<Error | null>(null);
  const { atFields, rest } = useRefusal(tried ?? edit.error, tried ? rules.indexOf(rule) : undefined);
  const save = () => {
    setTried(null);
    edit.save();
  };
  const title =
    opened === 'new'
      ? t('addTitle')
      : t('editTitle', {
          place: byPriority(notificationOverrides).findIndex((each) => each.priorityOnConflict === which) + 1,
        });
  return (
    <EditSheet
      title={title}
      width={560}
      save={t(opened === 'new' ? 'saveNew' : 'save')}
      edit={{ ...edit, problem: rest, save }}
      canSave={Object.keys(problems).length === 0}
      rowsOf={rowsOf}
      onClose={onClose}
    >
      <output className="block rounded-card border border-line bg-surface p-3 wrap-anywhere">
        {ruleSentence(rule, scene)}
      </output>
      <RuleForm
        server={server}
        draft={value}
        errors={{ ...atFields, ...(edit.draft.changed.length === 0 ? {} : problems) }}
        onChange={(part) => {
          setTried(null);
          edit.set(part);
        }}
      />
      <section className="mt-1 border-t border-line pt-4">
        <h3 className="font-semibold text-lead">{t('test.title')}</h3>
        <p className="mb-3 text-muted text-small">{t('test.textDraft')}</p>
        <TestBox
          serverId={serverId}
          rules={rules}
          isOnly={server.ignoreIfNotCatchedByOverride === true}
          draftPriority={priority}
          onRefusal={setTried}
        />
      </section>
    </EditSheet>
  );
}

/** Explains why a rule was refused, by field and in general. `place` is its index in the list that was sent. */
function useRefusal(error: Error | null, place?: number): { atFields: FieldErrors; rest: string | null } {
  const t = useTranslations('overrides.fields');
  const textOf = useAddressedText();
  if (error === null) return { atFields: {}, rest: null };
  const { atFields, rest } = sortRefusal(textOf(error), {
    ...(place === undefined ? {} : { place }),
    numbered: (number, sentence) => t('queryLine', { number, sentence }),
  });
  return { atFields, rest: rest === '' ? null : rest };
}
