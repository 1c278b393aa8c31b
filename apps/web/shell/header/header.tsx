import { Globe } from 'lucide-react';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { isOutside } from '../../lib/paths/site-links.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../layout/logo.tsx';
import { getShellFrame } from '../shell-data.ts';
import { LogInButton } from './log-in-button.tsx';
import { MobileMenuButton } from './mobile-menu-button.tsx';
import { SearchButton } from './search-button.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserArea } from './user-area.tsx';

const linkClass =
  'rounded-control px-2.5 py-1.5 text-muted whitespace-nowrap transition-colors duration-120 hover:text-text';

/** The server renders this 56 px bar, so only its interactive parts load code. */
export async function Header({
  hasSidebar = false,
  account,
}: {
  hasSidebar?: boolean;
  /** The account area in pages behind the login. Public pages load theirs later. */
  account?: ReactNode;
}) {
  // The simulated world is only useful to people who manage servers.
  const hasAccount = account !== undefined;
  const [t, shell] = await Promise.all([getTranslations('shell.header'), getShellFrame()]);
  return (
    <header id="header" data-screen className="sticky top-0 z-30 border-b border-line bg-ground">
      <div className="flex h-14 items-center gap-1.5 px-3 sm:gap-4 sm:px-4">
        <Logo site={shell.site} label={t('home', { site: shell.site })} />
        <SearchButton shell={shell} words={{ label: t('search') }} />
        <div className="ms-auto flex shrink-0 items-center gap-1 sm:gap-1.5">
          <nav aria-label={t('navigation')} className="hidden items-center lg:flex">
            {isBuilt('/kick-overlay-maker') && (
              <Link href="/kick-overlay-maker" prefetch={false} className={cx(linkClass, 'hidden xl:block')}>
                {t('kickOverlay')}
              </Link>
            )}
            {isBuilt(shell.links.docs) && <SiteLink href={shell.links.docs}>{t('docs')}</SiteLink>}
            {shell.links.vote !== null && (
              <a href={shell.links.vote} className={linkClass} dir="ltr">
                {t('vote')}
              </a>
            )}
            {hasAccount && shell.links.world !== null && (
              <a
                href={shell.links.world}
                target="_blank"
                rel="noreferrer"
                className={cx(linkClass, 'flex items-center gap-1.5')}
              >
                <Icon of={Globe} size={15} />
                {t('world')}
              </a>
            )}
          </nav>
          {/* Phones show it in the menu, because the row is narrow. */}
          <span className="max-sm:hidden">
            <ThemeToggle words={{ toLight: t('toLight'), toDark: t('toDark') }} />
          </span>
          {isBuilt('/premium') && (
            <Link href="/premium" prefetch={false} className={cx(buttonClass('quiet'), 'ms-1 hidden! lg:inline-flex!')}>
              {t('premium')}
            </Link>
          )}
          {shell.isLoggedIn ? (
            <div className="flex min-w-[84px] justify-end max-sm:min-w-[76px]">
              {account ?? <UserArea shell={shell} words={{ loading: t('accountLoading'), logIn: t('logIn') }} />}
            </div>
          ) : (
            <LogInButton shell={shell} label={t('logIn')} />
          )}
          <MobileMenuButton shell={shell} label={t('openMenu')} hasSidebar={hasSidebar} />
        </div>
      </div>
    </header>
  );
}

function SiteLink({ href, children }: { href: string; children: ReactNode }) {
  if (isOutside(href)) {
    return (
      <a href={href} className={linkClass}>
        {children}
      </a>
    );
  }
  return (
    <Link href={href} prefetch={false} className={linkClass}>
      {children}
    </Link>
  );
}
