'use client';

import {
  Activity,
  BookOpen,
  CircleQuestionMark,
  Crown,
  Globe,
  LayoutDashboard,
  type LucideIcon,
  Newspaper,
  ThumbsUp,
  X,
} from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { isOutside } from '../../lib/paths/site-links.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Sheet, SheetParts } from '../../ui/layers/sheet.tsx';
import { LanguageChoice } from '../layout/language-choice.tsx';
import { Logo } from '../layout/logo.tsx';
import { LateProviders } from '../layout/providers.tsx';
import type { ShellFrame } from '../shell-data.ts';
import { SidebarContent } from '../sidebar/sidebar-content.tsx';
import { toolsOf } from '../tools/tools.ts';
import { LogInButton } from './log-in-button.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

interface MobileMenuProps {
  shell: ShellFrame;
  hasSidebar: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** A sheet with the site's links and, in the dashboard, the sidebar. */
export function MobileMenu(props: MobileMenuProps) {
  return (
    <LateProviders shell={props.shell}>
      <Panel {...props} />
    </LateProviders>
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
        <div className="border-b border-line">
          <SidebarContent shell={shell} isSheet />
        </div>
      )}
      <nav aria-label={t('header.navigation')} className="flex flex-col p-3.5">
        {!shell.isLoggedIn && (
          <div className="mb-2 grid">
            <LogInButton shell={shell} label={t('header.logIn')} />
          </div>
        )}
        {!hasSidebar && shell.isLoggedIn && (
          <Entry icon={LayoutDashboard} href="/dashboard" label={t('userMenu.dashboard')} />
        )}
        <Entry icon={Crown} href="/premium" label={t('header.premium')} />
        <Entry icon={BookOpen} href={shell.links.docs} label={t('header.docs')} />
        <Entry icon={CircleQuestionMark} href="/faq" label={t('footer.faq')} />
        <Entry icon={Newspaper} href="/blog" label={t('footer.blog')} />
        <Entry icon={Activity} href={shell.links.status} label={t('footer.status')} />
        {shell.links.vote !== null && (
          <Entry icon={ThumbsUp} href={shell.links.vote} label={t('header.vote')} isRedirect />
        )}
        {hasSidebar && shell.links.world !== null && (
          <Entry icon={Globe} href={shell.links.world} label={t('header.world')} isRedirect />
        )}
        <h2 className="caps mt-4 mb-1 px-2.5 text-faint">{t('footer.tools')}</h2>
        {toolsOf(shell.links).map(({ name, href, icon, isNewTab }) => (
          <Entry key={name} icon={icon} href={href} label={t(`footer.${name}`)} isRedirect={isNewTab} />
        ))}
      </nav>
      <div className="mt-auto flex items-center justify-between gap-3 border-line border-t p-3.5">
        <LanguageChoice label={t('footer.language')} locale={shell.locale} isLoggedIn={shell.isLoggedIn} />
        <ThemeToggle words={{ toLight: t('header.toLight'), toDark: t('header.toDark') }} />
      </div>
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
