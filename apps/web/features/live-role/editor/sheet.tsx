'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GuildRoleList } from '@tally/contract/servers/parts';
import { useTranslations } from 'next-intl';
import { EditSheet } from '../../../shell/drafts/edit-sheet.tsx';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { useRoleFields } from '../field-words.ts';
import type { RoleDraft } from '../roles.ts';
import { RoleForm } from './form.tsx';
import { type OpenedRole, useRole } from './use-role.ts';

export function RoleSheet({
  server,
  list,
  opened,
  onClose,
}: {
  server: GuildInfo;
  list: GuildRoleList;
  opened: OpenedRole;
  onClose: () => void;
}) {
  const t = useTranslations('live-role');
  const rowsOf = useDraftRows<RoleDraft>(server.guildId, useRoleFields());
  const { edit, canSave, errors, taken } = useRole(server, list, {
    opened,
    leaves: true,
    onSaved: onClose,
    onGone: onClose,
  });
  const isNew = opened === 'new';
  return (
    <EditSheet
      title={t(`${list}.${isNew ? 'addTitle' : 'editTitle'}`)}
      width={480}
      save={t(isNew ? 'saveNew' : 'save')}
      edit={edit}
      canSave={canSave}
      rowsOf={rowsOf}
      onClose={onClose}
    >
      <RoleForm
        serverId={server.guildId}
        list={list}
        draft={edit.draft.value}
        errors={errors}
        taken={taken}
        onChange={edit.set}
      />
    </EditSheet>
  );
}
