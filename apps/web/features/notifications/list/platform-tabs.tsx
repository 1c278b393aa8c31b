'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef } from 'react';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { allCounts } from '../../../shell/server/followed.ts';
import { cx } from '../../../ui/cx.ts';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { showWhole } from '../../../ui/show-whole.ts';

/** Links that look like tabs, because each platform has its own page. `here` is null on the page of all platforms. */
export function PlatformTabs({ serverId, here }: { serverId: ServerId; here: Platform | null }) {
  const t = useTranslations('notifications');
  const counts = useQueries({ queries: allCounts(serverId) });
  const chosen = useRef<HTMLAnchorElement>(null);
  const shownFor = useRef('');
  useLayoutEffect(() => {
    // Scrolls to the current tab only when the numbers change the widths, which keeps a manual scroll position.
    const look = [here, ...counts.map(({ data }) => data?.currentTotal)].join();
    if (look !== shownFor.current) showWhole(chosen.current);
    shownFor.current = look;
  });
  return (
    <nav aria-label={t('platforms')} className="-mx-1 mb-4 flex gap-1 overflow-x-auto px-1 py-1">
      {platforms.map((platform, index) => (
        <Link
          key={platform}
          href={`/dashboard/server/${serverId}/notifications/${platform}`}
          prefetch={false}
          ref={platform === here ? chosen : undefined}
          aria-current={platform === here ? 'page' : undefined}
          className={cx(
            'inline-flex h-[34px] shrink-0 items-center gap-2 rounded-control border px-3 font-medium transition-colors duration-120 pointer-coarse:h-11',
            platform === here ? 'border-line bg-surface text-text' : 'border-transparent text-muted hover:text-text',
          )}
        >
          <PlatformNotch platform={platform} />
          {platformNames[platform]}
          <span className="figures min-w-[1ch] text-muted text-small">{counts[index]?.data?.currentTotal ?? ''}</span>
        </Link>
      ))}
    </nav>
  );
}
