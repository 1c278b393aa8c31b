import { Crown } from 'lucide-react';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactElement, ReactNode } from 'react';
import { isOutside } from '../../lib/paths/site-links.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { getShellData } from '../shell-data.ts';
import { toolsOf } from '../tools/tools.ts';
import { LanguageChoice } from './language-choice.tsx';
import { Logo } from './logo.tsx';

export async function Footer() {
  const [t, words, shell] = await Promise.all([
    getTranslations('shell.footer'),
    getTranslations('shell.header'),
    getShellData(),
  ]);
  const { links } = shell;
  return (
    <footer data-screen className="border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-10 px-5 py-12 sm:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="flex flex-col items-start gap-4 sm:col-span-3 lg:col-span-1">
          <Logo site={shell.site} label={words('home', { site: shell.site })} />
          <p className="max-w-xs text-faint text-small">{t('notAffiliated')}</p>
          <LanguageChoice label={t('language')} locale={shell.locale} isLoggedIn={shell.isLoggedIn} />
        </div>
        <Group title={t('resources')}>
          <Entry href="/blog">{t('blog')}</Entry>
          <Entry href="/changelogs">{t('changelogs')}</Entry>
          <Entry href={links.feedback}>{t('feedback')}</Entry>
          <Entry href={links.tutorials}>{t('tutorials')}</Entry>
          <Entry href={links.docs}>{t('documentation')}</Entry>
          <Entry href="/faq">{t('faq')}</Entry>
        </Group>
        <Group title={t('other')}>
          <Entry href={links.status}>{t('status')}</Entry>
          <Entry href={links.support} isRedirect>
            {t('support')}
          </Entry>
          <Entry href={links.setup}>{t('setup')}</Entry>
          <Entry href="/premium">
            <Icon of={Crown} size={14} className="text-warn" />
            {t('premium')}
          </Entry>
          <Entry href="/#top-servers">{t('topServers')}</Entry>
        </Group>
        <Group title={t('tools')}>
          {toolsOf(links).map(({ name, href, isNewTab }) => (
            <Entry key={name} href={href} isNewTab={isNewTab}>
              {t(name)}
            </Entry>
          ))}
        </Group>
      </div>
      <div className="border-t border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-1 px-5 py-4 text-small">
          <EntryLink href="/tos">{t('terms')}</EntryLink>
          <EntryLink href="/privacy">{t('privacy')}</EntryLink>
        </div>
      </div>
    </footer>
  );
}

/** Renders nothing if the group has no pages in this build. */
function Group({ title, children }: { title: string; children: readonly ReactElement<EntryProps>[] }) {
  if (!children.some((entry) => entry.props.href !== null && isBuilt(entry.props.href))) return null;
  return (
    <div>
      <h2 className="caps mb-2 text-faint">{title}</h2>
      <ul className="flex flex-col">{children}</ul>
    </div>
  );
}

interface EntryProps {
  href: string | null;
  isNewTab?: boolean;
  /** True for a route that redirects to another site, so it needs a plain link. */
  isRedirect?: boolean;
  children: ReactNode;
}

function Entry({ href, ...props }: EntryProps) {
  if (href === null || !isBuilt(href)) return null;
  return (
    <li>
      <EntryLink {...props} href={href} />
    </li>
  );
}

function EntryLink({ href, isNewTab = false, isRedirect = false, children }: EntryProps & { href: string }) {
  const className =
    'inline-flex min-h-[30px] items-center gap-2 text-muted transition-colors duration-120 hover:text-text pointer-coarse:min-h-11';
  if (isNewTab || isRedirect || isOutside(href)) {
    return (
      <a href={href} className={className} {...(isNewTab ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {children}
      </a>
    );
  }
  return (
    <Link href={href} prefetch={false} className={className}>
      {children}
    </Link>
  );
}
