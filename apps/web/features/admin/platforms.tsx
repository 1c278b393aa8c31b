'use client';

import { type Platform, platforms } from '@tally/contract/platforms/words';
import type { ComponentState } from '@tally/contract/status/history';
import { useQuery } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { fullCount, percent, relativeTime, utcDate } from '../../lib/words/format.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { budgetsQuery, platformHealthQuery, platformsQuery, workersQuery } from './api.ts';

/** Shows who polls which platform and how well it works, so staff notice an outage before an owner writes. */
export function PlatformsScreen() {
  const t = useTranslations('admin');
  const { data, error, refetch } = useQuery(platformsQuery());
  return (
    <>
      <PageHeader
        title={t('places.platforms')}
        description={t('platformsText')}
        actions={
          <ButtonLink icon={Siren} href="/admin/status/new">
            {t('report')}
          </ButtonLink>
        }
      />
      {data ? (
        <ul className="rounded-panel border border-line bg-surface">
          {platforms.map((platform) => (
            <Row key={platform} platform={platform} isFollowed={data.includes(platform)} />
          ))}
        </ul>
      ) : (
        <Fetching error={error} refetch={refetch} className="h-64" />
      )}
    </>
  );
}

const tones: Record<ComponentState, Tone> = {
  operational: 'ok',
  unknown: 'neutral',
  maintenance: 'info',
  degraded: 'warn',
  partial: 'warn',
  major: 'danger',
};

function Row({ platform, isFollowed }: { platform: Platform; isFollowed: boolean }) {
  const t = useTranslations('status.history');
  const locale = useLocale();
  const health = useQuery(platformHealthQuery()).data?.components.find(({ component }) => component === platform);
  const state = health?.state ?? 'unknown';
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b px-5 py-4 last:border-b-0 md:grid-cols-[9rem_1fr_1fr]">
      <span className="flex items-center gap-2.5 font-semibold text-lead">
        <PlatformNotch platform={platform} />
        {platformNames[platform]}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        {health?.share != null && health.since && (
          <span className="text-muted text-small">
            {t('since', { share: percent(health.share, locale), day: utcDate(new Date(health.since), locale) })}
          </span>
        )}
      </span>
      <Channels platform={platform} isFollowed={isFollowed} />
      <Budgets platform={platform} />
    </li>
  );
}

function Channels({ platform, isFollowed }: { platform: Platform; isFollowed: boolean }) {
  const t = useTranslations('admin');
  const locale = useLocale();
  const { data, error, dataUpdatedAt } = useQuery({ ...workersQuery(platform), enabled: isFollowed });
  if (!isFollowed) return <span className="text-faint">{t('nobodyFollowed')}</span>;
  const leader = data?.find(({ status }) => status === 'online') ?? data?.[0];
  const isOnline = leader?.status === 'online';
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {leader && <span>{t('watched', { total: leader.monitoredUsernames.length })}</span>}
      {(data || error) && !isOnline && <Badge tone="danger">{t(error ? 'unknown' : 'offline')}</Badge>}
      {leader && (
        <span className="text-muted text-small">
          {t('seen', { at: relativeTime(new Date(leader.lastUpdated), new Date(dataUpdatedAt), locale) })}
        </span>
      )}
    </span>
  );
}

/** Above this share, staff should check which callers make so many requests. */
const NEARLY = 0.8;

function Budgets({ platform }: { platform: Platform }) {
  const t = useTranslations('admin.budgets');
  const locale = useLocale();
  const { data } = useQuery(budgetsQuery());
  return (
    <span className="grid gap-2 md:col-start-3">
      {data
        ?.filter((budget) => budget.platform === platform)
        .map(({ kind, used, limit }) => (
          <span key={kind} className="text-muted text-small">
            {t(kind, { used: fullCount(used, locale), limit, shown: fullCount(limit, locale) })}
            <span aria-hidden className="mt-1 block h-1 max-w-md rounded-full bg-raised">
              <span
                className={cx('block h-1 rounded-full', used > limit * NEARLY ? 'bg-warn' : 'bg-control')}
                style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }}
              />
            </span>
          </span>
        ))}
    </span>
  );
}
