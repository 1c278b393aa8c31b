'use client';

import type { StaffWait } from '@tally/contract/admin/cockpit';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Download } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime } from '../../lib/words/format.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { staffPlaces } from '../../shell/sidebar/staff-places.ts';
import { waitsQuery } from '../../shell/staff-waits.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Checks } from './checks.tsx';
import { FiguresSection } from './figures/section.tsx';
import { ExportDialog } from './people/export-dialog.tsx';
import { Queues } from './queues.tsx';
import { Backups, SafeMode } from './safe-mode.tsx';

/** The start page of the staff area: open tasks first, then the state of the service. */
export function AdminScreen() {
  const t = useTranslations('admin');
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <Button icon={Download} onClick={() => setExporting(true)}>
            {t('allSettings.export')}
          </Button>
        }
      />
      {isExporting && <ExportDialog kind="allSettings" onClose={() => setExporting(false)} />}
      <SafeMode />
      <Waits />
      <FiguresSection />
      <Checks />
      <Backups />
      <Queues />
    </>
  );
}

/** The open tasks of staff, longest wait first. */
function Waits() {
  const t = useTranslations('admin.waits');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(waitsQuery());
  return (
    <Card className="mb-6">
      <CardHeader title={t('title')} />
      <CardBody>
        {!data && <Fetching error={error} refetch={refetch} className="h-16" />}
        {data?.length === 0 && <p className="text-muted">{t('none')}</p>}
        <ul className="divide-y divide-line">
          {data?.map(({ kind, count, since }) => (
            <li key={kind}>
              <Link
                href={hrefOf(kind)}
                prefetch={false}
                className="-mx-2 flex min-h-[44px] items-center gap-3 rounded-control px-2 py-1 hover:bg-raised"
              >
                <span className="min-w-0 flex-1 font-semibold">{t(`kinds.${kind}`, { count })}</span>
                {since && <span className="text-muted text-small">{t('since', { at: dateTime(since, locale) })}</span>}
                <Icon of={ChevronRight} className="shrink-0 text-muted rtl:-scale-x-100" />
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

/** Failed jobs are on this page. Disputes are handled at Stripe, so they link to the payments page. */
function hrefOf(kind: StaffWait['kind']): string {
  if (kind === 'jobs') return '#jobs';
  const wanted = kind === 'disputes' ? 'payments' : kind;
  return (
    Object.values(staffPlaces)
      .flat()
      .find(({ waits }) => waits === wanted)?.href ?? '/admin'
  );
}
