'use client';

import { UserId } from '@tally/contract/ids';
import type { Deed } from '@tally/contract/staff-people';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { parseAsString, useQueryStates } from 'nuqs';
import { dateTime } from '../../../lib/format.ts';
import { saveSheet } from '../../../lib/save-sheet.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { deedsQuery } from './api.ts';

const parsers = { who: parseAsString, deed: parseAsString };

/** Who of the staff did what, and why. */
export function AuditScreen() {
  const t = useTranslations('admin');
  const locale = useLocale();
  const [{ who, deed }, set] = useQueryStates(parsers);
  const userId = UserId.safeParse(who).data ?? null;
  const list = useInfiniteQuery(deedsQuery({ userId, deed }));
  const rows = list.data?.pages.flat();
  const sayDeed = useSayDeed();
  const save = () =>
    saveSheet(
      {
        head: [t('audit.at'), t('audit.who'), t('audit.what'), t('audit.about'), t('audit.why')],
        rows: (rows ?? []).map((row) => [
          row.at.toISOString(),
          row.username ?? row.userId ?? '',
          row.call,
          aboutOf(row),
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
            <Button onClick={save}>
              <Icon of={Download} />
              {t('figures.csv')}
            </Button>
          )
        }
      />
      {(userId !== null || deed !== null) && (
        <Button className="mb-4" onClick={() => void set({ who: null, deed: null })}>
          <Icon of={X} />
          {t('audit.all')}
        </Button>
      )}
      {!rows && <Fetching error={list.error} refetch={list.refetch} className="h-64" />}
      {rows?.length === 0 && <EmptyState title={t('audit.none')} />}
      {rows && rows.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface">
          {rows.map((row) => (
            <li key={row.deedId} className="border-line border-b px-4 py-3 last:border-b-0">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <button
                  type="button"
                  className="font-semibold hover:underline disabled:no-underline"
                  disabled={row.userId === null}
                  onClick={() => void set({ who: row.userId, deed })}
                >
                  <bdi>{row.username ?? row.userId ?? t('audit.somebody')}</bdi>
                </button>
                <button
                  type="button"
                  className="hover:underline"
                  onClick={() => void set({ who: userId, deed: row.call })}
                >
                  {sayDeed(row.call)}
                </button>
                <bdi className="figures text-muted text-small wrap-anywhere">{aboutOf(row)}</bdi>
                <span className="ms-auto text-muted text-small">{dateTime(row.at, locale)}</span>
              </p>
              {row.reason !== null && (
                <p dir="auto" className="mt-1 text-muted wrap-anywhere">
                  {row.reason}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="mt-4" isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('audit.more')}
        </Button>
      )}
    </>
  );
}

const aboutOf = ({ about }: Deed): string => Object.values(about).join(' ');

/** A call that has no words yet says its name. */
function useSayDeed(): (call: string) => string {
  const t = useTranslations('admin.deeds');
  return (call) => {
    const key = call.replace(/[.-]/g, '_') as 'faq_addFaq';
    return t.has(key) ? t(key) : call;
  };
}
