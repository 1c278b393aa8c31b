'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { duration } from '../../lib/words/format.ts';
import { isUnlimited } from '../../lib/words/limits.ts';
import { allCounts } from '../../shell/server/followed.ts';
import { journalQuery } from '../notifications/api.ts';
import { todayOf } from './today.ts';

/** Shows a server in one line: how much of its plan is used, the posts of the day, and how fast they were. */
export function PlanLine({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('servers');
  const locale = useLocale();
  const counts = useQueries({ queries: allCounts(serverId) }).map(({ data }) => data);
  const journal = useQuery(journalQuery(serverId));
  const used = counts.flatMap((each) => (each?.isAvailable ? [each] : []));
  const count = used.reduce((total, each) => total + each.currentTotal, 0);
  const limit = used.reduce((total, each) => total + each.maxLimit, 0);
  const today = journal.data && todayOf(journal.data.rows, new Date(journal.dataUpdatedAt));
  return (
    <p className="mb-6 flex min-h-6 flex-wrap gap-x-4 gap-y-1 text-muted">
      {counts.every((each) => each) && (
        <Link
          href={`/dashboard/server/${serverId}/notifications`}
          prefetch={false}
          className="underline underline-offset-2 hover:text-text pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {isUnlimited(limit) ? t('following', { count }) : t('followingOf', { count, limit })}
        </Link>
      )}
      {today && <span>{t('row.posts', { count: today.posted })}</span>}
      {today && today.medianMs !== null && <span>{t('median', { time: duration(today.medianMs, locale) })}</span>}
    </p>
  );
}
