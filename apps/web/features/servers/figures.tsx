'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { duration } from '../../lib/words/format.ts';
import { isUnlimited } from '../../lib/words/limits.ts';
import { Failed } from '../../shell/failed.tsx';
import { allCounts } from '../../shell/server/followed.ts';
import { Card, CardBody } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { journalQuery } from '../notifications/api.ts';
import { DayStrip } from './day-strip.tsx';
import { todayOf } from './today.ts';

/** The last 24 hours of these servers. A plan belongs to one server, so its use is shown only for a single one. */
export function Figures({ serverIds }: { serverIds: readonly ServerId[] }) {
  const t = useTranslations('servers');
  const locale = useLocale();
  const journals = useQueries({ queries: serverIds.map(journalQuery) });
  // Read once at the opening, so rendering stays pure.
  const [now] = useState(() => new Date());
  const rows = journals.flatMap((journal) => journal.data?.rows ?? []);
  const today = journals.every((journal) => journal.data) ? todayOf(rows, now) : undefined;
  const failed = journals.find((journal) => journal.isError && !journal.data);
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  const [only] = serverIds.length === 1 ? serverIds : [];
  return (
    <div className={cx('grid gap-3', only ? 'lg:grid-cols-3' : 'sm:grid-cols-2')}>
      <Figure label={t('postsToday')} value={today && String(today.posted)} />
      <Figure
        label={t('median')}
        value={today && (today.medianMs === null ? t('noneYet') : duration(today.medianMs, locale))}
      />
      {only && <PlanUse serverId={only} />}
      <Card className="col-span-full">
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

function PlanUse({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const counts = useQueries({ queries: allCounts(serverId) });
  const known = counts.flatMap((count) => count.data ?? []);
  const there = known.filter((count) => count.isAvailable);
  const used = there.reduce((total, count) => total + count.currentTotal, 0);
  const limit = there.reduce((total, count) => total + count.maxLimit, 0);
  return (
    <Link
      href={`/dashboard/server/${serverId}/notifications`}
      prefetch={false}
      className="rounded-panel border border-line bg-surface px-5 py-4 transition-colors duration-120 hover:border-control/60"
    >
      <span className="flex items-center justify-between text-muted">
        {t('planUse')}
        <Icon of={ChevronRight} className="text-faint rtl:-scale-x-100" />
      </span>
      <span className="figures mt-1 block text-head">
        {known.length < counts.length && <Skeleton className="h-8 w-24" />}
        {known.length === counts.length && (isUnlimited(limit) ? String(used) : t('ofLimit', { count: used, limit }))}
      </span>
    </Link>
  );
}
