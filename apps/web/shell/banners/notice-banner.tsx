'use client';

import { Info, type LucideIcon, Newspaper, TriangleAlert, X } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { writeCookie } from '../../lib/browser/write-cookie.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { withDismissed } from './dismissed.ts';

const DAYS_REMEMBERED = 90;

export type BannerTone = 'info' | 'warning' | 'danger' | 'news';
const icons: Record<BannerTone, { of: LucideIcon; className: string }> = {
  info: { of: Info, className: 'text-info' },
  warning: { of: TriangleAlert, className: 'text-warn' },
  danger: { of: TriangleAlert, className: 'text-red' },
  news: { of: Newspaper, className: 'text-ok' },
};

export interface BannerAbout {
  /** Whoever puts it away does not see this one again. */
  readonly id: string;
  readonly tone: BannerTone;
  readonly label: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly text: string } | null;
  readonly dismiss: string;
}

/** One line above every page. */
export function NoticeBanner({
  cookie,
  about: { id, tone, label, text, link, dismiss },
  className,
}: {
  cookie: string;
  about: BannerAbout;
  className?: string;
}) {
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (dismissed === id) return null;
  const putAway = () => {
    // The server reads it: what vanishes after the first paint moves the page.
    writeCookie(cookie, withDismissed(document.cookie, { cookie, id }), { days: DAYS_REMEMBERED });
    setDismissed(id);
  };
  return (
    <aside aria-label={label} className={cx('border-b border-line bg-surface', className)}>
      <div className="flex items-center gap-3 px-4 py-1 sm:justify-center">
        <Icon of={icons[tone].of} className={cx('shrink-0', icons[tone].className)} />
        <p className="min-w-0 py-1 text-small wrap-anywhere text-pretty max-sm:flex-1">
          <bdi className="font-semibold">{text}</bdi>{' '}
          {link && (
            <Link href={link.href} prefetch={false} className="underline underline-offset-3">
              {link.text}
            </Link>
          )}
        </p>
        <button
          type="button"
          onClick={putAway}
          aria-label={dismiss}
          className={cx(iconButtonClass, 'size-8! pointer-coarse:size-11!')}
        >
          <Icon of={X} />
        </button>
      </div>
    </aside>
  );
}
