'use client';

import { X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { dismissPromo } from '../layout/first-paint.ts';
import { inPath } from '../sidebar/in-path.ts';

/** Always in the page; CSS hides it from the first paint on for those who dismissed it, so nothing jumps. */
export function PromoBanner({
  href,
  words,
}: {
  /** Null: the list of YouTube's creators, of the server that somebody looks at or looked at last. */
  href: string | null;
  words: { label: string; text: string; action: string; dismiss: string };
}) {
  const path = usePathname();
  const [last] = useRemembered(memories.lastSelection);
  const named = inPath(path)?.named ?? last;
  const toYoutube = named.startsWith('server/') ? `/dashboard/${named}/notifications/youtube` : '/select';
  return (
    <aside aria-label={words.label} className="border-b border-line bg-surface promo-dismissed:hidden">
      <div className="flex items-center gap-3 px-4 py-1 sm:justify-center">
        <PlatformNotch platform="youtube" />
        <p className="min-w-0 py-1 text-small text-pretty max-sm:flex-1">
          {words.text}{' '}
          <a href={href ?? toYoutube} className="font-semibold underline underline-offset-3">
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
