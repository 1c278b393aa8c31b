'use client';

import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Fetching } from '../../shell/fetching.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export interface TextRow {
  /** The last part of the URL, after `path`. */
  readonly id: string;
  readonly title: string;
  readonly about: ReactNode;
  readonly badges: ReactNode;
}

/** The texts of one kind that staff write, each with a link to its editor. */
export function TextsScreen({
  home,
  path,
  actions,
  rows,
  error,
  refetch,
  more,
}: {
  home: 'blog.admin' | 'news.admin' | 'status.admin';
  path: string;
  actions?: ReactNode;
  /** Undefined while the rows load. */
  rows: readonly TextRow[] | undefined;
  error: Error | null;
  refetch: () => unknown;
  more?: ReactNode;
}) {
  const t = useTranslations(home);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <>
            {actions}
            <ButtonLink icon={Plus} variant="primary" href={`${path}/new`}>
              {t('add')}
            </ButtonLink>
          </>
        }
      />
      {!rows && <Fetching error={error} refetch={refetch} className="h-40" />}
      {rows?.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {rows && rows.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface">
          {rows.map(({ id, title, about, badges }) => (
            <li key={id} className="border-b border-line last:border-b-0">
              <Link
                href={`${path}/${id}`}
                prefetch={false}
                className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-raised"
              >
                <span className="min-w-0 flex-1 basis-48">
                  <bdi className="block font-semibold wrap-anywhere">{title}</bdi>
                  <span className="text-muted text-small">{about}</span>
                </span>
                <span className="flex flex-wrap gap-x-3 gap-y-1">{badges}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more}
    </>
  );
}
