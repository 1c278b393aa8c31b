'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import type { ComponentProps } from 'react';
import { useCalm } from '../../../lib/browser/use-calm.ts';
import { Input } from '../../../ui/fields/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Hits } from './hits.tsx';

const MOST_LETTERS = 100;

/** Searches people and servers by id or name. */
export function SearchScreen() {
  const t = useTranslations('admin');
  return (
    <>
      <PageHeader title={t('places.search')} description={t('places.searchText')} />
      <Find label={t('search.label')} />
    </>
  );
}

/** A search field with its results. */
export function Find({ label, ...hits }: { label: string } & Omit<ComponentProps<typeof Hits>, 'words'>) {
  const { words, field } = useSearch(label);
  return (
    <>
      {field}
      <Hits words={words} {...hits} />
    </>
  );
}

/** Returns a search field and its text, which updates after a pause in typing and is kept in the URL. */
export function useSearch(label: string) {
  const [q, setQ] = useQueryState('q', parseAsString.withDefault(''));
  const field = (
    <div className="relative mb-6 max-w-xl">
      <Icon of={Search} className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={MOST_LETTERS}
        value={q}
        onChange={({ target }) => void setQ(target.value || null)}
        className="ps-9"
      />
    </div>
  );
  return { words: useCalm(q.trim()), field };
}
