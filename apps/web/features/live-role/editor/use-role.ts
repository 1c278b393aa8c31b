'use client';

import type { GuildRoleList } from '@tally/contract/server-parts';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAddressedText } from '../../../shell/failed.tsx';
import { useKeptDraft, useSaving } from '../../message-editor/use-kept-draft.ts';
import { serverQuery } from '../../servers/api.ts';
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
  const t = useTranslations('live-role');
  const textOf = useAddressedText();
  const name = `${serverId} ${list} ${opened === 'new' ? 'new' : opened.roleId}`;
  const [begun] = useState(() => (opened === 'new' ? emptyDraft : draftOf(opened)));
  const { draft, setDraft, isChanged, ...kept } = useKeptDraft<RoleDraft>(name, begun, isRoleDraft);
  const [refused, setRefused] = useState<{ atFields: FieldErrors; rest: string }>({ atFields: {}, rest: '' });
  const client = useQueryClient();
  const put = useMutation(saveRole(client, serverId, list));
  const problems = problemsOf(list, draft, (key, values) => t(`problems.${key}`, values as never));
  const role = roleOf(list, draft);

  const saving = useSaving({
    name,
    onSaved,
    onError: (error) => setRefused(sortRefusal(textOf(error))),
    async run() {
      if (role === null) throw new Error('a role has to be chosen');
      if (opened === 'new') return await put.mutateAsync({ role });
      const now: readonly LiveRole[] = (await client.fetchQuery({ ...serverQuery(serverId), staleTime: 0 }))[list];
      const theirs = now.find((each) => each.roleId === opened.roleId);
      if (theirs && kept.isNews(draftOf(theirs))) {
        setRefused({ atFields: {}, rest: t('theirs') });
        return null;
      }
      return await put.mutateAsync({ role, which: opened.roleId });
    },
  });

  return {
    draft,
    wasKept: kept.wasKept,
    // Nobody is told of an empty field before they have typed anything.
    errors: { ...refused.atFields, ...(isChanged ? problems : {}) } satisfies FieldErrors,
    canSave: role !== null && Object.keys(problems).length === 0,
    problem: refused.rest === '' ? null : refused.rest,
    change: (part: Partial<RoleDraft>) => {
      setDraft((now) => ({ ...now, ...part }));
      // What was refused may be mended by now.
      setRefused({ atFields: {}, rest: '' });
    },
    discard: () => {
      kept.discard();
      setRefused({ atFields: {}, rest: '' });
    },
    ...saving,
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
