'use client';

import type { ServerId } from '@tally/contract/ids';
import type { Platform } from '@tally/contract/platforms';
import type { Streamer } from '@tally/contract/streamers';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { discordDataQuery } from '../../servers/api.ts';
import { journalQuery } from '../api.ts';
import { newestByStreamer, signalKey } from '../signal.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { Row } from './row.tsx';

/** Table where there is room for it, two lines per streamer elsewhere. */
export const columns =
  'grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-[minmax(160px,1.3fr)_minmax(110px,0.9fr)_minmax(110px,0.9fr)_minmax(200px,1.7fr)_76px_116px]';

export function Rows({
  serverId,
  platform,
  streamers,
}: {
  serverId: ServerId;
  platform: Platform;
  streamers: readonly Streamer[];
}) {
  const t = useTranslations('notifications');
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const journal = useQuery(journalQuery(serverId));
  const newest = useMemo(() => newestByStreamer(journal.data?.rows ?? []), [journal.data]);
  const [removing, setRemoving] = useState<Streamer>();
  const sorted = useMemo(() => [...streamers].sort(liveFirst), [streamers]);
  return (
    <div className="@container">
      <div
        aria-hidden
        className={cx('hidden h-9 items-center gap-x-4 border-b border-line px-2 text-faint @4xl:grid', columns)}
      >
        {(['streamer', 'postsTo', 'pings', 'lastSignal', 'took'] as const).map((column) => (
          <span key={column} className={cx('caps', column === 'took' && 'text-end whitespace-nowrap')}>
            {t(`columns.${column}`)}
          </span>
        ))}
      </div>
      <ul aria-label={t('list')}>
        {sorted.map((streamer) => (
          <Row
            key={streamer.streamerUserName}
            address={{ serverId, platform }}
            streamer={streamer}
            discord={discord}
            last={newest.get(signalKey(streamer))}
            isJournalPending={journal.isPending}
            onRemove={() => setRemoving(streamer)}
          />
        ))}
      </ul>
      <RemoveDialog address={{ serverId, platform }} streamer={removing} onClose={() => setRemoving(undefined)} />
    </div>
  );
}

const liveFirst = (one: Streamer, other: Streamer): number =>
  Number(other.isCurrentlyLive !== null) - Number(one.isCurrentlyLive !== null) ||
  one.streamerUserName.localeCompare(other.streamerUserName);

export function RowsSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="border-t border-line">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex h-[52px] items-center gap-3 border-b border-line px-2">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="h-4 w-36" />
          <Skeleton className="ms-auto h-4 w-28" />
        </div>
      ))}
    </Loading>
  );
}
