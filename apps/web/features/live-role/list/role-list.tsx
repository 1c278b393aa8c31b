'use client';

import type { LiveRoleState } from '@tally/contract/live-role/calls';
import type { RoleFinding } from '@tally/contract/servers/calls';
import type { GuildRoleList } from '@tally/contract/servers/parts';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { PenLine, Trash2, TriangleAlert } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RoleDot } from '../../../ui/fields/role-dot.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { StoredRole } from '../roles.ts';

interface ListProps {
  serverId: ServerId;
  list: GuildRoleList;
  roles: readonly StoredRole[];
  /** How many of the newest roles are beyond the plan's limit and have no effect. */
  resting: number;
  holders: LiveRoleState['roles'];
  onEdit: (role: StoredRole) => void;
  onRemove: (role: StoredRole) => void;
}

export function RoleList({ serverId, list, roles, resting, holders, onEdit, onRemove }: ListProps) {
  const t = useTranslations('live-role');
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data?.roles;
  return (
    <ul aria-label={t(`${list}.list`)} className="overflow-hidden rounded-panel border border-line bg-surface">
      {roles.map((role, place) => (
        <Row
          key={role.roleId}
          list={list}
          role={role}
          found={discord?.find((each) => each.id === role.roleId) ?? (discord ? 'gone' : null)}
          names={discord ?? []}
          isResting={place >= roles.length - resting}
          members={holders.find((each) => each.roleId === role.roleId)?.members ?? 0}
          onEdit={() => onEdit(role)}
          onRemove={() => onRemove(role)}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  list: GuildRoleList;
  role: StoredRole;
  /** Null until Discord has answered. */
  found: RoleFinding | 'gone' | null;
  names: readonly RoleFinding[];
  isResting: boolean;
  members: number;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ list, role, found, names, isResting, members, onEdit, onRemove }: RowProps) {
  const t = useTranslations('live-role');
  const reasons = useTranslations('servers.roles.reasons');
  const known = found === null || found === 'gone' ? null : found;
  const name = known?.name ?? (found === 'gone' ? t('gone') : role.roleId);
  const [reason] = known?.reasons ?? [];
  const problem = found === 'gone' ? t('goneText') : reason ? reasons(reason) : null;
  return (
    <li className="flex min-h-[60px] items-center gap-3 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="flex min-w-0 items-baseline gap-2">
            <RoleDot color={known?.color ?? null} />
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          </span>
          {isResting ? (
            <Badge tone="warn">{t('rests')}</Badge>
          ) : (
            <Badge>{t(`${list}.members`, { count: members })}</Badge>
          )}
        </p>
        <Details role={role} names={names} />
        {problem !== null && (
          <p className="mt-1 flex items-start gap-1.5 text-small text-warn">
            <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0" />
            {problem}
          </p>
        )}
      </div>
      <div className="flex shrink-0 gap-1">
        <IconButton icon={PenLine} label={t('edit', { role: name })} onClick={onEdit} />
        <IconButton icon={Trash2} label={t('remove', { role: name })} onClick={onRemove} />
      </div>
    </li>
  );
}

/** The members who get the role, and the texts that trigger it. */
function Details({ role, names }: { role: StoredRole; names: readonly RoleFinding[] }) {
  const t = useTranslations('live-role');
  const locale = useLocale();
  const { filter } = role;
  const roles = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    (filter?.roles ?? []).map((id) => names.find((each) => each.id === id)?.name ?? id),
  );
  const parts = [
    'texts' in role && role.texts[0] !== undefined
      ? t('texts', { first: role.texts[0], more: role.texts.length - 1 })
      : null,
    'keepOnOffline' in role && role.keepOnOffline ? t('keeps') : null,
    filter && filter.roles.length > 0 ? t(filter.mode === 'whitelist' ? 'onlyWith' : 'onlyWithout', { roles }) : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return <p className="mt-1 text-muted text-small wrap-anywhere">{parts.join(' · ')}</p>;
}
