'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime, fullCount } from '../../lib/words/format.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardBody } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { budgetsQuery, platformsQuery, workersQuery } from './api.ts';

/** Shows who polls which platform, so staff notice a silence before an owner writes. */
export function PlatformsScreen() {
  const t = useTranslations('admin');
  const { data, error, refetch } = useQuery(platformsQuery());
  return (
    <>
      <PageHeader title={t('places.platforms')} description={t('platformsText')} />
      <Card>
        <CardBody>
          {!data && <Fetching error={error} refetch={refetch} className="h-24" />}
          {data?.length === 0 && <p className="text-muted">{t('nobodyFollowed')}</p>}
          <ul className="divide-y divide-line">
            {data?.map((platform) => (
              <Row key={platform} platform={platform} />
            ))}
          </ul>
        </CardBody>
      </Card>
    </>
  );
}

/** Above this share, staff should check which callers ask so much. */
const NEARLY = 0.8;

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
            <span aria-hidden className="mt-1 block h-1 max-w-md rounded-full bg-raised">
              <span
                className={cx('block h-1 rounded-full', used > limit * NEARLY ? 'bg-warn' : 'bg-control')}
                style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }}
              />
            </span>
          </span>
        ))}
    </li>
  );
}
