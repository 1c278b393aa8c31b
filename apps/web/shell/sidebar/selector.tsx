'use client';

import type { CurrentUser } from '@tally/contract/account';
import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, CirclePlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { meQuery } from '../../features/account/api.ts';
import { serverQuery } from '../../features/servers/api.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLink, MenuParts, MenuSeparator } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Selection, useSelection } from './selection.ts';
import { tierOf } from './tier.ts';

const cardClass =
  'flex h-[60px] w-full shrink-0 items-center gap-3 rounded-card border border-line bg-surface px-3 text-start collapsed:justify-center collapsed:px-0';

/** Picks the server (its manage page opens) or oneself. Servers where the bot is present only. */
export function Selector({ selection, servers, isLoading }: ReturnType<typeof useSelection>) {
  const t = useTranslations('shell.sidebar');
  const router = useRouter();
  const me = useQuery(meQuery());
  if (isLoading) {
    return (
      <div className={cardClass} aria-hidden>
        <Skeleton className="size-[25px] rounded-[7px]" />
        <span className="flex-1 space-y-1.5 collapsed:hidden">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3 w-36" />
        </span>
      </div>
    );
  }
  const name = nameOf(selection);
  return (
    <Menu
      className="max-h-[60dvh] w-[290px]"
      trigger={
        <button
          type="button"
          aria-label={name === undefined ? t('choose') : t('selector', { name })}
          className={cx(cardClass, 'transition-colors duration-120 hover:border-control/60')}
        >
          <Chosen selection={selection} />
        </button>
      }
    >
      {me.data && (
        <MenuParts.Group>
          <GroupLabel>{t('you')}</GroupLabel>
          <MenuItem
            icon={<Avatar name={displayName(me.data)} src={me.data.discord.avatar} />}
            onSelect={() => router.push(`/dashboard/user/${me.data.discord.id}`)}
          >
            <span className="truncate">{displayName(me.data)}</span>
          </MenuItem>
        </MenuParts.Group>
      )}
      <MenuParts.Group>
        <GroupLabel>{t('servers')}</GroupLabel>
        {servers.length === 0 && <p className="px-2.5 py-1.5 text-muted text-small">{t('noServers')}</p>}
        {servers.map((server) => (
          <MenuItem
            key={server.id}
            icon={<Avatar name={server.name} src={server.icon} shape="square" />}
            onSelect={() => router.push(`/dashboard/server/${server.id}/manage`)}
          >
            <span className="truncate">{server.name}</span>
          </MenuItem>
        ))}
      </MenuParts.Group>
      <MenuSeparator />
      <MenuLink icon={<Icon of={CirclePlus} />} href="/select">
        {t('add')}
      </MenuLink>
    </Menu>
  );
}

function GroupLabel({ children }: { children: string }) {
  return <MenuParts.GroupLabel className="caps px-2.5 pt-2 pb-1 text-faint">{children}</MenuParts.GroupLabel>;
}

function Chosen({ selection }: { selection: Selection }) {
  const t = useTranslations('shell.sidebar');
  return (
    <>
      {selection.kind === 'server' && (
        <Avatar name={selection.server.name} src={selection.server.icon} shape="square" />
      )}
      {selection.kind === 'user' && <Avatar name={displayName(selection.me)} src={selection.me.discord.avatar} />}
      {selection.kind === 'none' && <Icon of={CirclePlus} size={22} className="shrink-0 text-muted" />}
      <span className="min-w-0 flex-1 collapsed:hidden">
        <span className="block truncate font-semibold">{nameOf(selection) ?? t('chooseShort')}</span>
        {selection.kind === 'server' && <ServerLine selection={selection} />}
        {selection.kind === 'user' && <span className="block truncate text-muted text-small">{t('yourAccount')}</span>}
      </span>
      <Icon of={ChevronsUpDown} size={14} className="shrink-0 text-muted collapsed:hidden" />
    </>
  );
}

function ServerLine({ selection }: { selection: Extract<Selection, { kind: 'server' }> }) {
  const t = useTranslations('shell');
  const server = useQuery(serverQuery(selection.server.id));
  return (
    <span className="block truncate text-muted text-small">
      {server.data ? t('sidebar.serverTier', { tier: t(`tiers.${tierOf(server.data)}`) }) : t('sidebar.server')}
    </span>
  );
}

function nameOf(selection: Selection): string | undefined {
  if (selection.kind === 'server') return selection.server.name;
  return selection.kind === 'user' ? displayName(selection.me) : undefined;
}

const displayName = (me: CurrentUser): string => me.discord.globalName ?? me.discord.username;
