'use client';

import type { JournalRow } from '@tally/contract/notifications/journal';
import type { ServerId } from '@tally/contract/wire/ids';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { filteredJournalQuery } from '../api.ts';
import { RowsSkeleton } from '../list/rows.tsx';
import { useLiveJournal } from '../live-journal.ts';
import { Detail } from './detail.tsx';
import { FilterBar, useFilters } from './filters.tsx';
import { Row } from './row.tsx';

/** Lists every notification with its result, and updates live. */
export function Journal({ serverId }: { serverId: ServerId }) {
  const [t, inList] = [useTranslations('notifications.journal'), useTranslations('notifications')];
  const [filters] = useFilters();
  const journal = useInfiniteQuery(filteredJournalQuery(serverId, filters));
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  // Fixed when the page opens, because the day only changes at midnight.
  const [now] = useState(() => new Date());
  const [openId, setOpenId] = useState<string | null>(null);
  useLiveJournal(serverId);
  const rows: readonly JournalRow[] = journal.data?.pages.flatMap((page) => page.rows) ?? [];
  const isFiltered = Object.values(filters).some((filter) => filter !== null);
  const open = rows.find((row) => row.id === openId);
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <FilterBar />
      {!journal.data && (
        <Fetching {...journal}>
          <RowsSkeleton />
        </Fetching>
      )}
      {journal.data && rows.length === 0 && (
        <EmptyState
          title={t('empty')}
          text={t(isFiltered ? 'emptyFiltered' : 'emptyText')}
          action={
            !isFiltered && (
              <ButtonLink variant="primary" href={`/dashboard/server/${serverId}/notifications?add`}>
                {inList('add')}
              </ButtonLink>
            )
          }
        />
      )}
      {rows.length > 0 && (
        <ul className="@container border-line border-t" aria-label={t('title')}>
          {rows.map((row) => (
            <Row key={row.id} row={row} discord={discord} now={now} onOpen={() => setOpenId(row.id)} />
          ))}
        </ul>
      )}
      <MoreButton list={journal} className="mt-4">
        {t('older')}
      </MoreButton>
      {open && <Detail serverId={serverId} row={open} discord={discord} onClose={() => setOpenId(null)} />}
    </>
  );
}
