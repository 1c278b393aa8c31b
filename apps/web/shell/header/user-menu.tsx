'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import {
  BookOpen,
  CirclePlus,
  CreditCard,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Mailbox,
  Settings,
  ShieldCheck,
  ThumbsUp,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isOutside, type SiteLinks } from '../../lib/paths/site-links.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/layers/menu.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { logOut } from '../log-out.ts';
import { UserButton } from './user-button.tsx';

/** Loaded on demand, so it is open at first. */
export function UserMenu({ me, links }: { me: CurrentUser; links: SiteLinks }) {
  const t = useTranslations('shell');
  const name = me.discord.globalName ?? me.discord.username;
  return (
    <Menu align="end" className="w-60" defaultOpen trigger={<UserButton me={me} />}>
      <div className="flex items-center gap-2.5 px-2.5 pt-1.5 pb-2">
        <Avatar name={name} src={me.discord.avatar} size={32} />
        <div className="min-w-0">
          <div className="truncate font-semibold">{name}</div>
          <div className="truncate text-muted text-small" dir="ltr">
            {me.discord.username}
          </div>
        </div>
      </div>
      <MenuSeparator />
      <Entry icon={LayoutDashboard} href="/dashboard" label={t('userMenu.dashboard')} />
      <Entry icon={CirclePlus} href="/select" label={t('userMenu.select')} />
      <Entry icon={Mailbox} href="/invite" label={t('userMenu.invite')} isRedirect />
      {links.vote !== null && <Entry icon={ThumbsUp} href={links.vote} label={t('userMenu.vote')} isRedirect />}
      <Entry icon={BookOpen} href={links.docs} label={t('userMenu.docs')} />
      {links.support !== null && (
        <Entry icon={LifeBuoy} href={links.support} label={t('userMenu.support')} isRedirect />
      )}
      <MenuSeparator />
      <Entry icon={Settings} href="/settings" label={t('userMenu.settings')} />
      <Entry icon={CreditCard} href="/manage-subscription" label={t('userMenu.subscription')} />
      {me.isDev && <Entry icon={ShieldCheck} href="/admin" label={t('userMenu.admin')} />}
      <MenuSeparator />
      <MenuItem icon={<Icon of={LogOut} className="rtl:-scale-x-100" />} onSelect={logOut}>
        {t('userMenu.logOut')}
      </MenuItem>
    </Menu>
  );
}

function Entry({
  icon,
  href,
  label,
  isRedirect = false,
}: {
  icon: LucideIcon;
  href: string;
  label: string;
  isRedirect?: boolean;
}) {
  if (!isBuilt(href)) return null;
  return (
    <MenuLink icon={<Icon of={icon} />} href={href} isOutside={isRedirect || isOutside(href)}>
      {label}
    </MenuLink>
  );
}
