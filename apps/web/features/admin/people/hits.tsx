'use client';

import type { StaffHit } from '@tally/contract/admin/people';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { searchQuery } from './api.ts';

/** What was found under these words, of one kind or of all. */
export function Hits({ words, only }: { words: string; only?: StaffHit['kind'] }) {
  const t = useTranslations('admin.search');
  const { data, error, refetch } = useQuery(searchQuery(words));
  if (words === '') return null;
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  const hits = only ? data.filter(({ kind }) => kind === only) : data;
  if (hits.length === 0) return <EmptyState title={t('nothing')} text={t('nothingText')} />;
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {hits.map(({ kind, id, title, href }) => (
        <li key={`${kind} ${id}`} className="border-line border-b last:border-b-0">
          <Link
            href={href}
            prefetch={false}
            className="flex min-h-control items-center gap-3 px-4 py-2 hover:bg-raised"
          >
            <bdi className="min-w-0 flex-1 truncate font-semibold">{title}</bdi>
            <bdi className="figures hidden max-w-56 truncate text-muted text-small sm:block">{id}</bdi>
            <Badge>{t(`kinds.${kind}`)}</Badge>
          </Link>
        </li>
      ))}
    </ul>
  );
}
