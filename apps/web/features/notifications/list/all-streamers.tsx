'use client';

import { platforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { Failed } from '../../../shell/failed.tsx';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { isWhole, journalQuery, streamersQuery } from '../api.ts';
import { useLiveJournal } from '../live-journal.ts';
import { newestByStreamer } from '../signal.ts';
import { arranged, countShown, type Listed, listed } from './arrange.ts';
import { LastSignal, Took } from './last-signal.tsx';
import { Channel, Name } from './row.tsx';
import { RowsSkeleton } from './rows.tsx';
import { Toolbar } from './toolbar.tsx';
import { useView } from './view.ts';

/** Lists the streamers of all platforms, live ones first. */
export function AllStreamers({ serverId, add }: { serverId: ServerId; add: ReactNode }) {
  useLiveJournal(serverId);
  return (
    <NuqsAdapter>
      <List serverId={serverId} add={add} />
    </NuqsAdapter>
  );
}

function List({ serverId, add }: { serverId: ServerId; add: ReactNode }) {
  const t = useTranslations('notifications');
  const lists = useQueries({ queries: platforms.map((platform) => streamersQuery({ serverId, platform })) });
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const journal = useQuery(journalQuery(serverId));
  const { view, change, reset } = useView();
  const search = useRef<HTMLInputElement>(null);
  const failed = lists.find((list) => list.isError && !list.data);
  const isKnown = lists.every((list) => list.data);
  const answers = lists.map(({ data }) => data);
  const all = useMemo(
    () =>
      listed(
        answers.flatMap((list) => list?.streamers.filter(isWhole) ?? []),
        newestByStreamer(journal.data?.rows ?? []),
        discord,
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the answers of five queries: a new array each time
    [...answers, journal.data, discord],
  );
  const { search: typed, show, sort } = useDeferredValue(view);
  const rows = useMemo(() => arranged(all, { search: typed, show, sort }), [all, typed, show, sort]);
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!isKnown) return <RowsSkeleton />;
  if (all.length === 0) return <EmptyState title={t('emptyAll')} text={t('emptyAllText')} action={add} />;
  return (
    <>
      <Toolbar
        view={view}
        total={all.length}
        counts={countShown(all)}
        found={rows.length}
        onChange={change}
        searchRef={search}
      />
      {rows.length === 0 && (
        <EmptyState
          title={t('table.nothing')}
          text={t('table.nothingText')}
          action={<Button onClick={reset}>{t('table.showAll')}</Button>}
        />
      )}
      <ul aria-label={t('allStreamers')} className="@container border-t border-line empty:hidden">
        {rows.map((row) => (
          <Row
            key={`${row.streamer.platform} ${row.key}`}
            row={row}
            discord={discord}
            isPending={journal.isPending}
            isPart={journal.data?.nextCursor != null}
          />
        ))}
      </ul>
    </>
  );
}

function Row({
  row: { streamer, name, is, last },
  discord,
  ...signal
}: {
  row: Listed;
  isPending: boolean;
  isPart: boolean;
} & Pick<Parameters<typeof LastSignal>[0], 'discord'>) {
  return (
    <li className="grid min-h-[52px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-2 py-2 [contain-intrinsic-block-size:auto_53px] [content-visibility:auto] hover:bg-surface @4xl:grid-cols-[minmax(188px,1.4fr)_minmax(104px,0.9fr)_minmax(160px,1.7fr)_80px]">
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={name} src={proxied(streamer.avatarUrl)} size={28} isLive={is.live} />
        <PlatformNotch platform={streamer.platform} />
        <Name name={name} streamer={streamer} />
      </span>
      {/* On a phone, the channel and the path get a separate line. */}
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 @max-4xl:order-1 @max-4xl:col-span-2 @4xl:contents">
        <Channel streamer={streamer} discord={discord} />
        <LastSignal last={last} discord={discord} {...signal} />
      </span>
      <Took last={last} />
    </li>
  );
}
