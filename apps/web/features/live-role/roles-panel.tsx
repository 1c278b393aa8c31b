'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GuildRoleList } from '@tally/contract/servers/parts';
import { NO_RECORD } from '@tally/contract/wire/record-version';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { isUnlimited } from '../../lib/words/limits.ts';
import { UndoRemoval } from '../../shell/drafts/undo-bar.tsx';
import { ListWarning } from '../../shell/limited-list.tsx';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { liveRolesQuery, removeRole, saveRole } from './api.ts';
import { RoleSheet } from './editor/sheet.tsx';
import type { OpenedRole } from './editor/use-role.ts';
import { RoleList } from './list/role-list.tsx';
import { kinds, type StoredRole } from './roles.ts';

interface Parts {
  readonly badge: ReactNode;
  readonly actions: ReactNode;
  /** The reason why the plan's limit is reached. */
  readonly notice: ReactNode;
  readonly content: ReactNode;
}

/** One of the two lists with its limit, rows and actions. The page decides where it goes. */
export function RolesPanel({
  server,
  list,
  opened = null,
  onOpen,
  onRemoved,
  children,
}: {
  server: GuildInfo;
  list: GuildRoleList;
  /** Opens a role on a separate page; if absent, roles open in a sheet. */
  onOpen?: (id: string) => void;
  /** The role on the separate page, and the way back. */
  opened?: OpenedRole | null;
  onRemoved?: () => void;
  children: (parts: Parts) => ReactNode;
}) {
  const t = useTranslations('live-role');
  const [edited, setEdited] = useState<OpenedRole | null>(null);
  const edit = (role: OpenedRole) => (onOpen ? onOpen(role === 'new' ? role : role.roleId) : setEdited(role));
  const [removed, setRemoved] = useState<StoredRole | null>(null);
  const client = useQueryClient();
  const remove = useMutation(removeRole(client, server.guildId, list));
  const save = useMutation(saveRole(client, server.guildId, list));
  const state = useQuery(liveRolesQuery(server.guildId)).data;
  const { flag, limit: key } = kinds[list];
  const roles: readonly StoredRole[] = server[list];
  const limit = server.limits[key];
  const locked = isLocked(server, flag);
  const isFull = roles.length >= limit;
  const add = (
    <Button
      icon={Plus}
      variant={list === 'autoLiveRoles' ? 'primary' : 'quiet'}
      onClick={() => edit('new')}
      disabled={locked || isFull}
    >
      {t(`${list}.add`)}
    </Button>
  );
  const onRemove = (role: StoredRole) =>
    remove.mutate(role, {
      onSuccess: () => {
        setRemoved(role);
        onRemoved?.();
      },
    });
  const notice = isFull && !locked && roles.length > 0 && (
    <ListWarning>{t(roles.length > limit ? 'overLimit' : 'full', { limit })}</ListWarning>
  );
  const content = (
    <>
      <MissingIntents of={list === 'autoLiveRoles' ? 'live-role' : 'status-roles'} />
      {notice}
      {roles.length === 0 ? (
        <EmptyState title={t(`${list}.emptyTitle`)} text={t(`${list}.emptyText`)} action={add} />
      ) : (
        <RoleList
          serverId={server.guildId}
          list={list}
          roles={roles}
          resting={locked ? roles.length : Math.max(0, roles.length - limit)}
          holders={state?.roles ?? []}
          onEdit={edit}
          onRemove={onRemove}
        />
      )}
    </>
  );
  const parts: Parts = {
    badge: (
      <Badge>
        {!isUnlimited(limit) ? t('use', { count: roles.length, limit }) : t('useUnlimited', { count: roles.length })}
      </Badge>
    ),
    actions: (
      <>
        {locked && <PremiumCrown flag={flag} />}
        {!locked && isFull && <PremiumCrown flag={flag} label={t(`${list}.more`)} />}
        {opened !== null && opened !== 'new' && (
          <RemoveRole server={server} role={opened} isBusy={remove.isPending} onRemove={onRemove} />
        )}
        {roles.length > 0 && add}
      </>
    ),
    notice,
    content,
  };
  return (
    <>
      {children(parts)}
      {removed && (
        <UndoRemoval
          key={removed.roleId}
          sentence={t('removed')}
          back={t('back')}
          bringBack={() => save.mutateAsync({ role: removed, version: NO_RECORD })}
          onDone={() => setRemoved(null)}
        />
      )}
      {edited !== null && <RoleSheet server={server} list={list} opened={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function RemoveRole({
  server,
  role,
  isBusy,
  onRemove,
}: {
  server: GuildInfo;
  role: StoredRole;
  isBusy: boolean;
  onRemove: (role: StoredRole) => void;
}) {
  const t = useTranslations('live-role');
  const { roles } = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data ?? {};
  const name = roles?.find(({ id }) => id === role.roleId)?.name ?? t('gone');
  return (
    <IconButton icon={Trash2} label={t('remove', { role: name })} onClick={() => onRemove(role)} disabled={isBusy} />
  );
}
