'use client';

import { X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { dismissPromo } from '../first-paint.ts';

/** Always in the page; CSS hides it from the first paint on for those who dismissed it, so nothing jumps. */
export function PromoBanner({
  href,
  words,
}: {
  href: string;
  words: { label: string; text: string; action: string; dismiss: string };
}) {
  return (
    <aside aria-label={words.label} className="border-b border-line bg-surface promo-dismissed:hidden">
      <div className="flex items-center gap-3 px-4 py-1 sm:justify-center">
        <PlatformNotch platform="youtube" />
        <p className="min-w-0 py-1 text-small text-pretty max-sm:flex-1">
          {words.text}{' '}
          <a href={href} className="font-semibold underline underline-offset-3">
            {words.action}
          </a>
        </p>
        <button
          type="button"
          onClick={dismissPromo}
          aria-label={words.dismiss}
          className={cx(iconButtonClass, 'size-8! pointer-coarse:size-11!')}
        >
          <Icon of={X} />
        </button>
      </div>
    </aside>
  );
}
