'use client';

import type { StreamerList } from '@tally/contract/notifications/calls';
import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { isUnlimited } from '../../lib/words/limits.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { useFailure } from '../../shell/failed.tsx';
import { countQuery } from '../../shell/server/followed.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function PlatformChoice({ serverId }: { serverId: ServerId }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {platforms.map((platform) => (
        <PlatformCard key={platform} serverId={serverId} platform={platform} />
      ))}
    </ul>
  );
}

type PlatformCount = Pick<StreamerList, 'isAvailable' | 'currentTotal' | 'maxLimit'>;

function PlatformCard({ serverId, platform }: { serverId: ServerId; platform: Platform }) {
  const count = useQuery(countQuery({ serverId, platform }));
  const failure = useFailure(count.error);
  return (
    <li>
      <Link
        href={`/dashboard/server/${serverId}/notifications/${platform}`}
        className="flex min-h-[92px] items-center gap-4 rounded-panel border border-line bg-surface px-5 py-4 transition-colors duration-120 hover:border-control/60 hover:bg-raised"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2.5 font-semibold text-lead">
            <PlatformNotch platform={platform} />
            {platformNames[platform]}
          </span>
          <span className="mt-1 block text-muted">
            {count.data ? (
              <Count {...count.data} />
            ) : count.isError ? (
              failure
            ) : (
              <Skeleton className="mt-1.5 h-3.5 w-32" />
            )}
          </span>
        </span>
        <Icon of={ChevronRight} className="shrink-0 text-faint rtl:-scale-x-100" />
      </Link>
    </li>
  );
}

function Count({ isAvailable, currentTotal: count, maxLimit: limit }: PlatformCount) {
  const t = useTranslations('notifications');
  if (!isAvailable && count === 0) return t('notSetUp');
  return isUnlimited(limit) ? t('followingCount', { count }) : t('following', { count, limit });
}
