'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GuildRoleList } from '@tally/contract/servers/parts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { storedAs, unstored } from '../../../lib/drafts/record-draft.ts';
import { EditSheet } from '../../../shell/drafts/edit-sheet.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { useAddressedText } from '../../../shell/failed.tsx';
import { serverQuery } from '../../../shell/server/api.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { saveRole } from '../api.ts';
import { useRoleFields } from '../field-words.ts';
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
import { RoleForm } from './form.tsx';

export function RoleSheet({
  server,
  list,
  opened,
  onClose,
}: {
  server: GuildInfo;
  list: GuildRoleList;
  opened: StoredRole | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('live-role');
  const textOf = useAddressedText();
  const client = useQueryClient();
  const put = useMutation(saveRole(client, server.guildId, list));
  const rowsOf = useDraftRows<RoleDraft>(server.guildId, useRoleFields());
  const which = opened === 'new' ? undefined : opened.roleId;
  const edit = useRecordDraft<RoleDraft>({
    name: `${server.guildId} ${list} ${which ?? 'new'}`,
    leaves: true,
    stored: opened === 'new' ? unstored(emptyDraft) : storedAs(opened, draftOf),
    isDraft: isRoleDraft,
    send: ({ value, version, isNew }) => {
      const role = roleOf(list, value);
      if (role === null) throw new Error('a role has to be chosen');
      return put.mutateAsync({ role, which: isNew ? undefined : which, version });
    },
    fetchStored: async ({ roleId }) => {
      const roles = (await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 }))[list];
      const theirs = roles.find((each) => each.roleId === (which ?? roleId));
      return theirs ? storedAs(theirs, draftOf) : null;
    },
    onSaved: onClose,
    onGone: onClose,
  });
  const { value, changed } = edit.draft;
  const problems = problemsOf(list, value, (key, values) => t(`problems.${key}`, values as never));
  const { atFields, rest } = sortRefusal(edit.error ? textOf(edit.error) : '');
  const isNew = opened === 'new';
  return (
    <EditSheet
      title={t(`${list}.${isNew ? 'addTitle' : 'editTitle'}`)}
      width={480}
      save={t(isNew ? 'saveNew' : 'save')}
      edit={{ ...edit, problem: rest === '' ? null : rest }}
      canSave={value.roleId !== null && Object.keys(problems).length === 0}
      rowsOf={rowsOf}
      onClose={onClose}
    >
      <RoleForm
        serverId={server.guildId}
        list={list}
        draft={value}
        // An empty field shows no error before the person has typed.
        errors={{ ...atFields, ...(changed.length > 0 ? problems : {}) }}
        taken={server[list].map((role) => role.roleId).filter((roleId) => roleId !== which)}
        onChange={edit.set}
      />
    </EditSheet>
  );
}
