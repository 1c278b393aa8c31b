'use client';

import type { WishState } from '@tally/contract/feedback-board/calls';
import { wishStates } from '@tally/contract/feedback-board/public-words';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Input, mostLetters } from '../../../ui/fields/input.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { wishesQuery } from '../api.ts';
import { WishRow } from '../row.tsx';

const parsers = {
  state: parseAsStringLiteral(wishStates).withDefault('open'),
  q: parseAsString.withDefault(''),
};

/** Lists requests, undecided ones first. Staff decide, merge or delete a request on its own page. */
export function BoardAdminScreen() {
  const t = useTranslations('feedback-board');
  const [{ state, q }, set] = useQueryStates(parsers);
  const search = useCalm(q.trim());
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    wishesQuery({ state, search }),
  );
  const rows = data?.pages.flat();
  return (
    <>
      <PageHeader title={t('adminTitle')} description={t('adminText')} />
      <div className="mb-4 flex flex-wrap gap-3">
        <Select<WishState>
          label={t('state')}
          value={state}
          choices={wishStates.map((value) => ({ value, label: t(`states.${value}`) }))}
          onChange={(next) => void set({ state: next })}
          className="max-w-56"
        />
        <Input
          type="search"
          aria-label={t('searchLabel')}
          placeholder={t('searchLabel')}
          maxLength={mostLetters.search}
          value={q}
          onChange={({ target }) => void set({ q: target.value || null })}
          className="min-w-48 max-w-md flex-1"
        />
      </div>
      {!rows && <Fetching error={error} refetch={refetch} className="h-64" />}
      {rows?.length === 0 && <EmptyState title={search === '' ? t(`none.${state}`) : t('nothingTitle')} />}
      {rows && rows.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface">
          {rows.map((wish) => (
            <WishRow key={wish.wishId} wish={wish} isLoggedIn />
          ))}
        </ul>
      )}
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} className="mt-4">
        {t('more')}
      </MoreButton>
    </>
  );
}
