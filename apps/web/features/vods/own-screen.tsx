'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CallError } from '../../lib/call.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { AccessDenied } from '../../shell/screens/access-denied.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ownRecordingsQuery } from './api.ts';
import { RecordingRow } from './row.tsx';

/** Lists the recordings of every server that a person manages. */
export function OwnRecordingsScreen({ userId }: { userId: UserId }) {
  const t = useTranslations('vods');
  const { data, error, refetch } = useQuery(ownRecordingsQuery(userId));
  if (error instanceof CallError && error.status === 403) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t('title')} description={t('own.text')} />
      {!data && <Fetching error={error} refetch={refetch} className="h-[184px]" />}
      {data?.length === 0 && (
        <EmptyState
          title={t('none')}
          text={t('own.noneText')}
          action={
            <ButtonLink variant="primary" href="/select">
              {t('own.choose')}
            </ButtonLink>
          }
        />
      )}
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
