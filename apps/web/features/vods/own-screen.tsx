'use client';

import type { UserId } from '@tally/contract/ids';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CallError } from '../../lib/call.ts';
import { AccessDenied } from '../../shell/access-denied.tsx';
import { Failed } from '../../shell/failed.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ownRecordingsQuery } from './api.ts';
import { RecordingRow } from './row.tsx';

/** The recordings of every server that somebody manages. */
export function OwnRecordingsScreen({ userId }: { userId: UserId }) {
  const t = useTranslations('vods');
  const ui = useTranslations('ui');
  const { data, error, refetch } = useQuery(ownRecordingsQuery(userId));
  if (error instanceof CallError && error.status === 403) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t('title')} description={t('own.text')} />
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading label={ui('loading')} className="grid gap-2">
          <Skeleton className="h-[92px] w-full" />
          <Skeleton className="h-[92px] w-full" />
        </Loading>
      )}
      {data?.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {data && data.length > 0 && (
        <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
          {data.map((each) => (
            <RecordingRow
              key={`${each.guildId} ${each.id}`}
              of={each}
              server={
                <Link className="underline hover:text-text" href={`/dashboard/server/${each.guildId}/vods`}>
                  <bdi>{each.serverName}</bdi>
                </Link>
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}
