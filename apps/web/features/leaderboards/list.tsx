'use client';

import type { Leaderboards } from '@tally/contract/leaderboards/calls';
import { type LeaderBoardType, leaderBoardTypes } from '@tally/contract/wire/enums';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type BoardAddress, leaderboardsQuery } from './api.ts';

/** Who gave most, as far as it was counted. */
export function Standings({ address }: { address: BoardAddress }) {
  const t = useTranslations('leaderboards');
  const ui = useTranslations('ui');
  const board = useQuery(leaderboardsQuery(address));
  if (board.isError && !board.data) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-muted">
        {t('failed')}
        <Button size="compact" onClick={() => void board.refetch()}>
          {t('again')}
        </Button>
      </p>
    );
  }
  if (!board.data) {
    return (
      <Loading label={ui('loading')}>
        <Skeleton className="h-24 w-full" />
      </Loading>
    );
  }
  return (
    <div>
      <div className="grid gap-4 sm:grid-cols-3">
        {leaderBoardTypes.map((type) => (
          <Period key={type} type={type} list={board.data.standings[type]} />
        ))}
      </div>
      <p className="mt-3 text-muted text-small">{t('counted')}</p>
    </div>
  );
}

function Period({ type, list }: { type: LeaderBoardType; list: Leaderboards['standings'][LeaderBoardType] }) {
  const t = useTranslations('leaderboards');
  return (
    <section aria-label={t(`types.${type}`)} className="min-w-0">
      <h3 className="mb-1 font-semibold text-body">{t(`types.${type}`)}</h3>
      {list.length === 0 ? (
        <p className="text-muted text-small">{t('nobody')}</p>
      ) : (
        <ol className="grid gap-1">
          {list.map(({ gifterId, displayName, gifts }, at) => (
            <li key={gifterId} className="flex min-w-0 items-baseline gap-2">
              <span className="w-5 shrink-0 text-end font-mono text-muted text-small">{at + 1}</span>
              <bdi className="min-w-0 flex-1 truncate">{displayName}</bdi>
              <span className="shrink-0 font-mono text-small">{t('subs', { count: gifts })}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
