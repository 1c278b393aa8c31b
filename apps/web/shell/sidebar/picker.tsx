'use client';

import { useQuery } from '@tanstack/react-query';
import { CirclePlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLink, MenuParts, MenuSeparator } from '../../ui/layers/menu.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { meQuery } from '../me.ts';
import { displayName, type useSelection } from './selection.ts';
import { SelectorButton } from './selector-button.tsx';

/** Picks a server with the bot or the person's own tools. It loads on demand, so it is open at first. */
export function Picker({ selection, servers }: ReturnType<typeof useSelection>) {
  const t = useTranslations('shell.sidebar');
  const router = useRouter();
  const me = useQuery(meQuery());
  return (
    <Menu className="max-h-[60dvh] w-[290px]" defaultOpen trigger={<SelectorButton selection={selection} />}>
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
