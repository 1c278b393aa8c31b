'use client';

import type { GuildRoleList } from '@tally/contract/server-parts';
import type { GuildInfo } from '@tally/contract/servers';
import { useTranslations } from 'next-intl';
import { EditSheet } from '../../../shell/edit-sheet.tsx';
import type { LiveRole } from '../roles.ts';
import { RoleForm } from './form.tsx';
import { useRole } from './use-role.ts';

export function RoleSheet({
  server,
  list,
  opened,
  onClose,
}: {
  server: GuildInfo;
  list: GuildRoleList;
  opened: LiveRole | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('live-role');
  const edit = useRole(server, list, opened, onClose);
  const title = t(`${list}.${opened === 'new' ? 'addTitle' : 'editTitle'}`);
  const taken = server[list]
    .map((role) => role.roleId)
    .filter((roleId) => opened === 'new' || roleId !== opened.roleId);
  return (
    <EditSheet title={title} width={480} save={t(opened === 'new' ? 'saveNew' : 'save')} edit={edit} onClose={onClose}>
      <RoleForm
        serverId={server.guildId}
        list={list}
        draft={edit.draft}
        errors={edit.errors}
        taken={taken}
        onChange={edit.change}
      />
    </EditSheet>
  );
}
