'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { saveSheet } from '../../../lib/drafts/save-sheet.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { deedsQuery } from './api.ts';
import { AuditFilters } from './filters.tsx';
import { AuditLine } from './line.tsx';
import { dayFrom, useFilters } from './use-filters.ts';
import { subjectOf, useSayChange } from './words.ts';

/** Lists staff actions and the data that staff viewed. */
export function AuditScreen() {
  const t = useTranslations('admin');
  const filters = useFilters();
  const { who: userId, personId, serverId, deed, day } = filters;
  const list = useInfiniteQuery(
    deedsQuery({ userId, personId, serverId, deed, from: dayFrom(day), until: dayFrom(day, 1) }),
  );
  const rows = list.data?.pages.flat();
  const sayChange = useSayChange();
  const save = () =>
    saveSheet(
      {
        head: ['at', 'who', 'kind', 'about', 'changes', 'why'].map((key) => t(`audit.${key as 'at'}`)),
        rows: (rows ?? []).map((row) => [
          row.at.toISOString(),
          row.username ?? row.userId ?? '',
          row.call,
          subjectOf(row),
          row.changes
            .map(sayChange)
            .map(({ name, from, to }) => `${name}: ${from} → ${to}`)
            .join('\n'),
          row.reason,
        ]),
      },
      'audit.csv',
    );
  return (
    <>
      <PageHeader
        title={t('places.audit')}
        description={t('places.auditText')}
        actions={
          rows &&
          rows.length > 0 && (
            <Button icon={Download} onClick={save}>
              {t('figures.csv')}
            </Button>
          )
        }
      />
      <AuditFilters filters={filters} />
      {!rows && <Fetching error={list.error} refetch={list.refetch} className="h-16" rows={5} />}
      {rows?.length === 0 && <EmptyState title={t(filters.isFiltered ? 'audit.noMatch' : 'audit.none')} />}
      {rows && rows.length > 0 && (
        <ol aria-label={t('places.audit')} className="rounded-panel border border-line bg-surface">
          {rows.map((row) => (
            <AuditLine key={row.deedId} deed={row} />
          ))}
        </ol>
      )}
      <MoreButton list={list} className="mt-4">
        {t('audit.more')}
      </MoreButton>
    </>
  );
}
