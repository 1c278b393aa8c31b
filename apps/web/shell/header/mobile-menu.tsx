'use client';

import { BookOpen, CircleUser, Crown, Globe, LayoutDashboard, type LucideIcon, ThumbsUp, X } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { isOutside } from '../../lib/paths/site-links.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Sheet, SheetParts } from '../../ui/layers/sheet.tsx';
import { Logo } from '../layout/logo.tsx';
import { ShellProviders } from '../layout/providers.tsx';
import type { ShellData } from '../shell-data.ts';
import { SidebarContent } from '../sidebar/sidebar-content.tsx';

interface MobileMenuProps {
  shell: ShellData;
  hasSidebar: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The header's links, and in the dashboard the sidebar, as a sheet. */
export function MobileMenu(props: MobileMenuProps) {
  return (
    <ShellProviders shell={props.shell}>
      <Panel {...props} />
    </ShellProviders>
  );
}

function Panel({ shell, hasSidebar, isOpen, onOpenChange }: MobileMenuProps) {
  const t = useTranslations('shell');
  const ui = useTranslations('ui');
  const path = usePathname();
  const openedOn = useRef(path);
  useEffect(() => {
    if (openedOn.current === path) return;
    openedOn.current = path;
    onOpenChange(false);
  }, [path, onOpenChange]);

  return (
    <Sheet label={t('header.menu')} open={isOpen} onOpenChange={onOpenChange}>
      <div className="flex h-14 shrink-0 items-center justify-between border-b border-line px-4">
        <Logo site={shell.site} label={t('header.home', { site: shell.site })} />
        <SheetParts.Close className={iconButtonClass} aria-label={ui('close')}>
          <Icon of={X} size={20} />
        </SheetParts.Close>
      </div>
      {hasSidebar && (
        <div className="border-b border-line p-3.5">
          <SidebarContent shell={shell} isSheet />
        </div>
      )}
      <nav aria-label={t('header.navigation')} className="flex flex-col p-3.5">
        {!hasSidebar && shell.isLoggedIn && (
          <Entry icon={LayoutDashboard} href="/dashboard" label={t('userMenu.dashboard')} />
        )}
        <Entry icon={Crown} href="/premium" label={t('header.premium')} />
        <Entry icon={CircleUser} href="/kick-overlay-maker" label={t('header.kickOverlay')} />
        <Entry icon={BookOpen} href={shell.links.docs} label={t('header.docs')} />
        {shell.links.vote !== null && (
          <Entry icon={ThumbsUp} href={shell.links.vote} label={t('header.vote')} isRedirect />
        )}
        {hasSidebar && shell.links.world !== null && (
          <Entry icon={Globe} href={shell.links.world} label={t('header.world')} isRedirect />
        )}
      </nav>
    </Sheet>
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
  const className = 'flex min-h-11 items-center gap-3 rounded-control px-2.5 text-text hover:bg-raised';
  const content = (
    <>
      <Icon of={icon} size={18} className="text-muted" />
      {label}
    </>
  );
  if (isRedirect || isOutside(href)) {
    return (
      <a href={href} className={className}>
        {content}
      </a>
    );
  }
  return (
    <Link href={href} prefetch={false} className={className}>
      {content}
    </Link>
  );
}
