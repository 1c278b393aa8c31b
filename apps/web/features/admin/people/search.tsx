'use client';

import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { Input } from '../../../ui/fields/input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Hits } from './hits.tsx';

export const MOST_LETTERS = 100;

/** Accepts any id or name. */
export function SearchScreen() {
  const t = useTranslations('admin');
  const [q, setQ] = useQueryState('q', parseAsString.withDefault(''));
  const words = useCalm(q.trim());
  return (
    <>
      <PageHeader title={t('places.search')} description={t('places.searchText')} />
      <Input
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        maxLength={MOST_LETTERS}
        value={q}
        onChange={({ target }) => void setQ(target.value || null)}
        className="mb-4 max-w-xl"
      />
      <Hits words={words} />
    </>
  );
}
