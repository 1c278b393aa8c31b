'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GuildRoleList } from '@tally/contract/servers/parts';
import type { RoleId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { storedAs, unstored } from '../../../lib/drafts/record-draft.ts';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { useAddressedText } from '../../../shell/failed.tsx';
import { serverQuery } from '../../../shell/server/api.ts';
import { saveRole } from '../api.ts';
import {
  draftOf,
  emptyDraft,
  isRoleDraft,
  problemsOf,
  type RoleDraft,
  roleOf,
  type StoredRole,
  sortRefusal,
} from '../roles.ts';

export type OpenedRole = StoredRole | 'new';

/** Returns the draft of a role from one of the two lists, with its errors. */
export function useRole(
  server: GuildInfo,
  list: GuildRoleList,
  {
    opened,
    leaves,
    onSaved,
    onGone,
  }: { opened: OpenedRole; leaves: boolean; onSaved: (roleId: RoleId | null) => void; onGone: () => void },
) {
  const t = useTranslations('live-role');
  const textOf = useAddressedText();
  const client = useQueryClient();
  const put = useMutation(saveRole(client, server.guildId, list));
  const which = opened === 'new' ? undefined : opened.roleId;
  const edit = useRecordDraft<RoleDraft>({
    name: `${server.guildId} ${list} ${which ?? 'new'}`,
    leaves,
    stored: opened === 'new' ? unstored(emptyDraft) : storedAs(opened, draftOf),
    isDraft: isRoleDraft,
    send: ({ value, version, isNew }) => {
      const role = roleOf(list, value);
      if (role === null) throw new Error('choose a role');
      return put.mutateAsync({ role, which: isNew ? undefined : which, version });
    },
    fetchStored: async ({ roleId }) => {
      const roles = (await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 }))[list];
      const theirs = roles.find((each) => each.roleId === (which ?? roleId));
      return theirs ? storedAs(theirs, draftOf) : null;
    },
    onSaved: ({ roleId }) => onSaved(roleId),
    onGone,
  });
  const { value, changed } = edit.draft;
  const problems = problemsOf(list, value, (key, values) => t(`problems.${key}`, values as never));
  const { atFields, rest } = sortRefusal(edit.error ? textOf(edit.error) : '');
  return {
    edit: { ...edit, problem: rest === '' ? null : rest },
    canSave: value.roleId !== null && Object.keys(problems).length === 0,
    // An untouched field shows no error.
    errors: { ...atFields, ...(changed.length > 0 ? problems : {}) },
    /** Roles that already have an entry. */
    taken: server[list].map((role) => role.roleId).filter((roleId) => roleId !== which),
  };
}
