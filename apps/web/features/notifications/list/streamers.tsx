'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { platformSettings } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useMemo } from 'react';
import { isUnlimited } from '../../../lib/words/limits.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { meQuery } from '../../../shell/me.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import type { PlaceholderWords } from '../../message-editor/template/suggestions.tsx';
import { isWhole, streamersQuery } from '../api.ts';
import { useAddForm } from '../form/add-button.tsx';
import { useLiveJournal } from '../live-journal.ts';
import { PlatformTabs } from './platform-tabs.tsx';
import { RowsSkeleton } from './rows.tsx';
import { Table } from './table.tsx';

export function Streamers({
  serverId,
  platform,
  words,
}: {
  serverId: ServerId;
  platform: Platform;
  words: PlaceholderWords;
}) {
  const t = useTranslations('notifications');
  const address = useMemo(() => ({ serverId, platform }), [serverId, platform]);
  const list = useQuery(streamersQuery(address));
  const streamers = useMemo(() => list.data?.streamers.filter(isWhole) ?? [], [list.data]);
  const adding = useAddForm({ serverId, prefer: platform, others: streamers });
  useLiveJournal(serverId);

  const name = platformNames[platform];
  const { currentTotal = 0, maxLimit = 0, isAvailable = false } = list.data ?? {};
  const isFull = currentTotal >= maxLimit;
  return (
    <>
      <PageHeader
        title={t('platformTitle', { platform: name })}
        actions={
          <>
            <ButtonLink href={`/dashboard/server/${serverId}/journal?platform=${platform}`}>
              {t('journal.open')}
            </ButtonLink>
            {adding.button}
          </>
        }
      >
        {list.data && (
          <Badge tone={isFull ? 'warn' : 'neutral'}>
            {isUnlimited(maxLimit) ? (
              t('followingCount', { count: currentTotal })
            ) : (
              <>
                <span className="sr-only">{t('used', { count: currentTotal, limit: maxLimit })}</span>
                <span aria-hidden dir="ltr">{`${currentTotal} / ${maxLimit}`}</span>
              </>
            )}
          </Badge>
        )}
      </PageHeader>
      <PlatformTabs serverId={serverId} here={platform} />
      {!list.data && (
        <Fetching {...list}>
          <RowsSkeleton />
        </Fetching>
      )}
      {list.data && !isAvailable && (
        <div className={currentTotal > 0 ? 'mb-4' : undefined}>
          <NotSetUp platform={platform} />
        </div>
      )}
      {list.data?.isDegraded && <Degraded platform={name} />}
      {list.data && (
        <NuqsAdapter>
          <Table
            address={address}
            streamers={streamers}
            words={words}
            onAdd={adding.open}
            empty={
              isAvailable && (
                <EmptyState
                  title={t('empty', { platform: name })}
                  text={t('emptyText', { platform: name })}
                  action={adding.second}
                />
              )
            }
          />
        </NuqsAdapter>
      )}
      {adding.form}
    </>
  );
}

/** Warns that the platform barely responds. Streams stay live, but changes are noticed later. */
function Degraded({ platform }: { platform: string }) {
  const t = useTranslations('notifications');
  return (
    <p className="mb-4 flex items-start gap-2.5 rounded-card border border-line bg-surface px-4 py-3">
      <Icon of={TriangleAlert} className="mt-0.5 shrink-0 text-warn" />
      <span>{t('degraded', { platform })}</span>
    </p>
  );
}

/** Shown if the platform is not watched. Staff also see how to change that. */
export function NotSetUp({ platform }: { platform: Platform }) {
  const t = useTranslations('notifications');
  const isStaff = useQuery(meQuery()).data?.isStaff === true;
  const names = { platform: platformNames[platform], settings: platformSettings[platform].join(', ') };
  return (
    <EmptyState
      title={t('notSetUpTitle', names)}
      text={isStaff ? t('notSetUpStaff', names) : t('notSetUpText', names)}
    />
  );
}
