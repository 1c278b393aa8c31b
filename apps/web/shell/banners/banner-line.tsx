'use client';

import { X } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { isOutside } from '../../lib/paths/site-links.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';

/** Enlarges the touch area, because the line is lower than a finger needs. */
const touch = 'relative after:absolute after:-inset-1 after:-inset-x-2';

/** One line above every page. It fades in, so it is never the largest paint. */
export function BannerLine({
  label,
  icon,
  text,
  link,
  dismiss,
  onDismiss,
  className,
}: {
  label: string;
  icon: ReactNode;
  text: string;
  link: { readonly href: string; readonly text: string } | null;
  dismiss: string;
  onDismiss: () => void;
  className?: string | undefined;
}) {
  return (
    <aside aria-label={label} className={cx('animate-arrive border-line border-b bg-surface', className)}>
      <div className="flex h-9 items-center gap-3 px-4 text-small sm:justify-center">
        {icon}
        <bdi title={text} className="min-w-0 truncate max-sm:flex-1">
          {text}
        </bdi>
        {link && <BannerLink {...link} />}
        <button
          type="button"
          onClick={onDismiss}
          aria-label={dismiss}
          className={cx(iconButtonClass, 'size-8!', touch)}
        >
          <Icon of={X} />
        </button>
      </div>
    </aside>
  );
}

function BannerLink({ href, text }: { href: string; text: string }) {
  const className = cx('flex h-9 shrink-0 items-center font-semibold underline underline-offset-3', touch);
  if (isOutside(href)) {
    return (
      <a href={href} className={className}>
        {text}
      </a>
    );
  }
  return (
    <Link href={href} prefetch={false} className={className}>
      {text}
    </Link>
  );
}
