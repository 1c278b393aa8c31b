'use client';

import { BookOpen, CircleUser, LifeBuoy, type LucideIcon, Mailbox, ThumbsUp } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isBuilt } from '../../lib/built-pages.ts';
import { isOutside } from '../../lib/site-links.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { SidebarRow } from './sidebar-row.tsx';

interface Outward {
  readonly label: 'kickOverlay' | 'invite' | 'vote' | 'docs' | 'support';
  readonly icon: LucideIcon;
  readonly href: string;
  readonly isRedirect: boolean;
}

/** Kick overlay, invite, vote, docs, support: a row of icons, or lines of words where there is room for them. */
export function OutwardLinks({ docs, isSheet }: { docs: string; isSheet: boolean }) {
  const t = useTranslations('shell.sidebar');
  const all: readonly Outward[] = [
    { label: 'kickOverlay', icon: CircleUser, href: '/kick-overlay-maker', isRedirect: false },
    { label: 'invite', icon: Mailbox, href: '/invite', isRedirect: true },
    { label: 'vote', icon: ThumbsUp, href: '/vote', isRedirect: true },
    { label: 'docs', icon: BookOpen, href: docs, isRedirect: isOutside(docs) },
    { label: 'support', icon: LifeBuoy, href: '/support', isRedirect: true },
  ];
  const links = all.filter(({ href }) => isBuilt(href));
  if (isSheet) {
    return links.map(({ label, ...rest }) => <SidebarRow key={label} label={t(label)} {...rest} isSheet />);
  }
  return (
    <ul className="flex justify-between gap-1 collapsed:flex-col collapsed:items-center">
      {links.map(({ label, icon, href, isRedirect }) => (
        <li key={label}>
          {isRedirect ? (
            <a href={href} aria-label={t(label)} title={t(label)} className={iconButtonClass}>
              <Icon of={icon} />
            </a>
          ) : (
            <Link href={href} prefetch={false} aria-label={t(label)} title={t(label)} className={iconButtonClass}>
              <Icon of={icon} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
