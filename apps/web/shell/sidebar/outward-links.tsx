'use client';

import { BookOpen, CircleUser, LifeBuoy, type LucideIcon, Mailbox, ThumbsUp } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isOutside, type SiteLinks } from '../../lib/paths/site-links.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { SidebarRow } from './sidebar-row.tsx';

interface Outward {
  readonly label: 'kickOverlay' | 'invite' | 'vote' | 'docs' | 'support';
  readonly icon: LucideIcon;
  readonly href: string;
  readonly isRedirect: boolean;
}

/** Links to Kick overlay, invite, vote, docs and support, as icons with labels or as lines. */
export function OutwardLinks({ links: { docs, vote, support }, isSheet }: { links: SiteLinks; isSheet: boolean }) {
  const t = useTranslations('shell.sidebar');
  const all: readonly (Omit<Outward, 'href'> & { readonly href: string | null })[] = [
    { label: 'kickOverlay', icon: CircleUser, href: '/kick-overlay-maker', isRedirect: false },
    { label: 'invite', icon: Mailbox, href: '/invite', isRedirect: true },
    { label: 'vote', icon: ThumbsUp, href: vote, isRedirect: true },
    { label: 'docs', icon: BookOpen, href: docs, isRedirect: isOutside(docs) },
    { label: 'support', icon: LifeBuoy, href: support, isRedirect: true },
  ];
  const links = all.filter((each): each is Outward => each.href !== null && isBuilt(each.href));
  if (isSheet) {
    return links.map(({ label, ...rest }) => <SidebarRow key={label} label={t(label)} {...rest} isSheet />);
  }
  return (
    <ul className="flex gap-1 collapsed:flex-col collapsed:items-center">
      {links.map(({ label, icon, href, isRedirect }) => {
        const inside = (
          <>
            <Icon of={icon} size={18} />
            <span className="text-small collapsed:sr-only">{t(label)}</span>
          </>
        );
        return (
          <li key={label} className="min-w-0 flex-1">
            {isRedirect ? (
              <a href={href} title={t(label)} className={linkClass}>
                {inside}
              </a>
            ) : (
              <Link href={href} prefetch={false} title={t(label)} className={linkClass}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const linkClass = cx(
  'flex min-h-control flex-col items-center justify-center gap-1 rounded-control px-1 py-2 text-muted',
  'transition-colors duration-120 hover:bg-raised hover:text-text collapsed:size-control collapsed:p-0',
);
