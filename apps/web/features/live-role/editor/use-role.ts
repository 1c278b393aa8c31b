'use client';

import type { GuildRoleList } from '@tally/contract/server-parts';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { forgetDraft } from '../../../lib/kept-draft.ts';
import { useFailureText } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { useKeptDraft } from '../../message-editor/use-kept-draft.ts';
import { saveRole } from '../api.ts';
import {
  draftOf,
  emptyDraft,
  type FieldErrors,
  type LiveRole,
  problemsOf,
  type RoleDraft,
  roleOf,
  sortRefusal,
} from '../roles.ts';

/** A role while it is written. It stays in this tab until it is saved or discarded, also when the sheet is closed. */
export function useRole(
  { guildId: serverId }: GuildInfo,
  list: GuildRoleList,
  opened: LiveRole | 'new',
  onSaved: () => void,
) {
  const t = useTranslations('live-role.problems');
  const textOf = useFailureText();
  const name = `${serverId} ${list} ${opened === 'new' ? 'new' : opened.roleId}`;
  const [saved] = useState(() => (opened === 'new' ? emptyDraft : draftOf(opened)));
  const { kept, draft, setDraft, isChanged } = useKeptDraft<RoleDraft>(name, saved, isRoleDraft);
  const [refused, setRefused] = useState<{ atFields: FieldErrors; rest: string }>({ atFields: {}, rest: '' });
  const put = useMutation(saveRole(useQueryClient(), serverId, list));
  const problems = problemsOf(list, draft, (key, values) => t(key, values as never));
  const role = roleOf(list, draft);

  return {
    draft,
    wasKept: kept !== null,
    isChanged,
    // Nobody is told of an empty field before they have typed anything.
    errors: { ...refused.atFields, ...(isChanged ? problems : {}) } satisfies FieldErrors,
    canSave: role !== null && Object.keys(problems).length === 0,
    problem: refused.rest === '' ? null : refused.rest,
    isSaving: put.isPending,
    change: (part: Partial<RoleDraft>) => {
      setDraft((now) => ({ ...now, ...part }));
      // What was refused may be mended by now.
      setRefused({ atFields: {}, rest: '' });
    },
    discard: () => {
      setDraft(saved);
      setRefused({ atFields: {}, rest: '' });
    },
    save: () => {
      if (role === null) return;
      put.mutate(
        { role, which: opened === 'new' ? undefined : opened.roleId },
        {
          onSuccess: (sentence) => {
            forgetDraft(name);
            void toast('success', { title: sentence });
            onSaved();
          },
          onError: (error) => setRefused(sortRefusal(textOf(error))),
        },
      );
    },
  };
}

const isRoleDraft = (value: unknown): value is RoleDraft =>
  typeof value === 'object' &&
  value !== null &&
  'texts' in value &&
  typeof value.texts === 'string' &&
  'roles' in value &&
  Array.isArray(value.roles) &&
  'mode' in value &&
  'roleId' in value;
