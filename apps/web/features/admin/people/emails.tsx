'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Fetching } from '../../../shell/fetching.tsx';
import { MoreButton } from '../../../shell/more-button.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Person } from '../../../ui/pictures/person.tsx';
import { emailsQuery } from './api.ts';
import { EmailButton } from './email-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { useSearch } from './search.tsx';

/** Addresses are half hidden. Staff give a reason to see one, and its owner is notified. */
export function EmailsScreen() {
  const t = useTranslations('admin');
  const { words, field } = useSearch(t('emails.label'));
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery(emailsQuery(words));
  const rows = list.data?.pages.flat();
  return (
    <>
      <PageHeader
        title={t('places.emails')}
        description={t('places.emailsText')}
        actions={
          <Button icon={Download} onClick={() => setOpen(true)}>
            {t('emails.export')}
          </Button>
        }
      />
      {field}
      {!rows && <Fetching error={list.error} refetch={list.refetch} className="h-64" />}
      {rows?.length === 0 && <EmptyState title={t('emails.nobody')} />}
      {rows && rows.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface">
          {rows.map(({ userId, username, email, wantsNews }) => (
            <li key={userId} className="flex items-center gap-4 border-line border-b px-4 py-2 last:border-b-0">
              <div className="grid min-w-0 flex-1 gap-x-4 gap-y-0.5 sm:grid-cols-2 sm:items-center">
                <Link
                  href={`/admin/people/${userId}`}
                  prefetch={false}
                  className="flex min-h-control min-w-0 items-center font-semibold hover:underline"
                >
                  <Person name={username} userId={userId} size={28} />
                </Link>
                <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:ps-[38px] max-sm:pb-1">
                  <bdi className="figures min-w-0 truncate text-muted">{email}</bdi>
                  {wantsNews && <Badge>{t('emails.wantsNews')}</Badge>}
                </span>
              </div>
              <EmailButton userId={userId} name={username} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} className="mt-4">
        {t('emails.more')}
      </MoreButton>
      {isOpen && <ExportDialog kind="emails" onClose={() => setOpen(false)} />}
    </>
  );
}
