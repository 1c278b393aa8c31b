'use client';

import type { ServerId } from '@tally/contract/ids';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { duration } from '../../lib/format.ts';
import { isUnlimited } from '../../lib/limits.ts';
import { plainMentions } from '../../lib/mentions.ts';
import { hasAnswered } from '../../lib/query-client.ts';
import { Failed } from '../../shell/failed.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { errorsQuery } from '../error-logs/api.ts';
import { allCounts, journalQuery } from '../notifications/api.ts';
import { serverPages } from '../registry.ts';
import { discordDataQuery, serverQuery, serversQuery } from './api.ts';
import { DayStrip } from './day-strip.tsx';
import { LiveNow } from './live-now.tsx';
import { Onboarding, useWay } from './onboarding.tsx';
import { todayOf } from './today.ts';
import { ToolLinks } from './tool-links.tsx';

export function Overview({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const listed = useQuery(serversQuery()).data?.find((server) => server.id === serverId);
  const details = useQuery(serverQuery(serverId)).data;
  const server = details ?? listed;
  const { isDecided, done, ...way } = useWay(serverId);
  const isTroubleKnown = hasAnswered(useQuery(errorsQuery(serverId)));
  return (
    <>
      <PageHeader
        title={
          server ? (
            <span className="flex items-center gap-3">
              <Avatar name={server.name} src={server.icon} size={36} shape="square" />
              <span dir="auto" className="line-clamp-3 wrap-anywhere" title={server.name}>
                {server.name}
              </span>
            </span>
          ) : (
            <Skeleton className="h-9 w-56" />
          )
        }
        actions={
          <ButtonLink variant="primary" href={`/dashboard/server/${serverId}/notifications`}>
            {t('toNotifications')}
          </ButtonLink>
        }
      />
      {isDecided && isTroubleKnown ? (
        <>
          {done && <Onboarding {...way} done={done} serverId={serverId} />}
          <LiveNow serverIds={[serverId]} />
          <NeedsYou serverId={serverId} />
          <Figures serverId={serverId} />
          <nav aria-label={t('tools')} className="mt-6">
            <ToolLinks serverId={serverId} server={details} tools={serverPages} />
          </nav>
        </>
      ) : (
        <>
          <LiveNow serverIds={[serverId]} />
          <OverviewSkeleton />
        </>
      )}
    </>
  );
}

function OverviewSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-3 lg:grid-cols-3">
      {['a', 'b', 'c'].map((figure) => (
        <Skeleton key={figure} className="h-[92px] rounded-panel" />
      ))}
      <Skeleton className="h-44 rounded-panel lg:col-span-3" />
    </Loading>
  );
}

/** Only there when something is broken. */
function NeedsYou({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const errors = useQuery(errorsQuery(serverId)).data ?? [];
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  if (errors.length === 0) return null;
  return (
    <Card className="mb-6">
      <CardHeader
        title={t('needsYou')}
        actions={
          <ButtonLink size="compact" href={`/dashboard/server/${serverId}/error-logs`}>
            {t('allErrors')}
          </ButtonLink>
        }
      />
      <ul className="mt-3 border-t border-line">
        {errors.slice(0, 3).map((error) => (
          <li key={error.id} className="flex items-start gap-3 border-b border-line px-5 py-3 last:border-b-0">
            <Icon of={TriangleAlert} className="mt-0.5 shrink-0 text-warn" />
            <span className="wrap-anywhere">{plainMentions(error.message, discord ?? {})}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Figures({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const locale = useLocale();
  const journal = useQuery(journalQuery(serverId));
  const counts = useQueries({ queries: allCounts(serverId) });
  // Told at the moment of opening; rendering itself stays pure.
  const [now] = useState(() => new Date());
  const today = journal.data ? todayOf(journal.data.rows, now) : undefined;
  if (journal.isError && !journal.data) {
    return <Failed error={journal.error} onRetry={() => void journal.refetch()} />;
  }
  const known = counts.flatMap((count) => count.data ?? []).filter((count) => count.isAvailable);
  const used = known.reduce((total, count) => total + count.currentTotal, 0);
  const limit = known.reduce((total, count) => total + count.maxLimit, 0);
  return (
    <div className="grid gap-3 lg:grid-cols-3">
      <Figure label={t('postsToday')} value={today && String(today.posted)} />
      <Figure
        label={t('median')}
        value={today && (today.medianMs === null ? t('noneYet') : duration(today.medianMs, locale))}
      />
      <Link
        href={`/dashboard/server/${serverId}/notifications`}
        prefetch={false}
        className="group rounded-panel border border-line bg-surface px-5 py-4 transition-colors duration-120 hover:border-control/60"
      >
        <span className="flex items-center justify-between text-muted">
          {t('planUse')}
          <Icon of={ChevronRight} className="text-faint rtl:-scale-x-100" />
        </span>
        <span className="figures mt-1 block text-head">
          {counts.every((count) => count.data) ? (
            isUnlimited(limit) ? (
              String(used)
            ) : (
              t('ofLimit', { count: used, limit })
            )
          ) : (
            <Skeleton className="h-8 w-24" />
          )}
        </span>
      </Link>
      <Card className="lg:col-span-3">
        <CardBody>
          <h2 className="mb-3 text-muted">{t('last24')}</h2>
          {today ? <DayStrip today={today} /> : <Skeleton className="h-24 w-full" />}
        </CardBody>
      </Card>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <Card className="px-5 py-4">
      <div className="text-muted">{label}</div>
      <div className="figures mt-1 text-head">{value ?? <Skeleton className="h-8 w-24" />}</div>
    </Card>
  );
}
