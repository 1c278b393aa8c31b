'use client';

import type { Platform } from '@tally/contract/platforms';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime, fullCount } from '../../lib/format.ts';
import { platformNames } from '../../lib/platform-names.ts';
import { Failed } from '../../shell/failed.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { budgetsQuery, platformsQuery, workersQuery } from './api.ts';

/** Who asks the platforms about whom, so that a silence is seen here before an owner writes. */
export function Platforms() {
  const t = useTranslations('admin');
  const { data, error, refetch } = useQuery(platformsQuery());
  return (
    <Card>
      <CardHeader title={t('platforms')} description={t('platformsText')} />
      <CardBody>
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <p className="text-muted">{t('nobodyFollowed')}</p>}
        <ul className="divide-y divide-line">
          {data?.map((platform) => (
            <Row key={platform} platform={platform} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function Row({ platform }: { platform: Platform }) {
  const t = useTranslations('admin');
  const locale = useLocale();
  const { data, error } = useQuery(workersQuery(platform));
  const { data: budgets } = useQuery(budgetsQuery());
  const leader = data?.find(({ status }) => status === 'online') ?? data?.[0];
  const isOnline = leader?.status === 'online';
  return (
    <li className="flex min-h-[44px] flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="flex w-28 items-center gap-2 font-medium">
        <PlatformNotch platform={platform} />
        {platformNames[platform]}
      </span>
      {(data || error) && (
        <Badge tone={isOnline ? 'ok' : 'danger'}>{t(error ? 'unknown' : isOnline ? 'online' : 'offline')}</Badge>
      )}
      {leader && (
        <>
          <span className="min-w-0 flex-1 basis-40 text-muted">
            {t('watched', { total: fullCount(leader.monitoredUsernames.length, locale) })}
          </span>
          <span className="text-muted text-small">
            {t('seen', { at: dateTime(new Date(leader.lastUpdated), locale) })}
          </span>
        </>
      )}
      {budgets
        ?.filter((budget) => budget.platform === platform)
        .map(({ kind, used, limit }) => (
          <span key={kind} className="w-full text-muted text-small sm:ps-32">
            {t(`budgets.${kind}`, { used: fullCount(used, locale), limit, shown: fullCount(limit, locale) })}
          </span>
        ))}
    </li>
  );
}
