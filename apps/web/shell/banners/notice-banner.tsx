'use client';

import { Info, type LucideIcon, Newspaper, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { writeCookie } from '../../lib/browser/write-cookie.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { BannerLine } from './banner-line.tsx';
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
  /** A notice that a person has dismissed with this id is not shown to them again. */
  readonly id: string;
  readonly tone: BannerTone;
  readonly label: string;
  readonly text: string;
  readonly link: { readonly href: string; readonly text: string } | null;
  readonly dismiss: string;
}

export const BannerIcon = ({ tone }: { tone: BannerTone }) => (
  <Icon of={icons[tone].of} className={cx('shrink-0', icons[tone].className)} />
);

/** Previews the line that staff are writing, as every page will show it. */
export const BannerPreview = ({
  title,
  tone,
  ...line
}: { title: string } & Pick<BannerAbout, 'tone' | 'text' | 'link'>) => (
  <section aria-label={title} className="grid gap-1.5">
    <h2 className="caps text-faint">{title}</h2>
    <div inert className="overflow-hidden rounded-card border border-line border-b-0">
      <BannerLine {...line} label={title} dismiss={title} onDismiss={() => {}} icon={<BannerIcon tone={tone} />} />
    </div>
  </section>
);

/** A one-line notice above every page. */
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
  const dismissNotice = () => {
    // Stored in a cookie, because the server must leave the banner out. Removing it later would move the page.
    writeCookie(cookie, withDismissed(document.cookie, { cookie, id }), { days: DAYS_REMEMBERED });
    setDismissed(id);
  };
  return (
    <BannerLine
      label={label}
      icon={<BannerIcon tone={tone} />}
      text={text}
      link={link}
      dismiss={dismiss}
      onDismiss={dismissNotice}
      className={className}
    />
  );
}
