'use client';

import type { Incident } from '@tally/contract/status/history';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { incidentTitle } from '../../../lib/words/incident-title.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { incidentsQuery } from '../api.ts';

export function IncidentsScreen() {
  const t = useTranslations('status.admin');
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('text')}
        actions={
          <>
            <ButtonLink href="/admin/status/maintenance">
              <Icon of={CalendarClock} />
              {t('plan')}
            </ButtonLink>
            <ButtonLink variant="primary" href="/admin/status/new">
              <Icon of={Plus} />
              {t('add')}
            </ButtonLink>
          </>
        }
      />
      <List />
    </>
  );
}

function List() {
  const t = useTranslations('status.admin');
  const { data, error, refetch } = useQuery(incidentsQuery());
  if (!data) return <Fetching error={error} refetch={refetch} className="h-40" />;
  if (data.length === 0) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {data.map((incident) => (
        <Row key={incident.incidentId} incident={incident} />
      ))}
    </ul>
  );
}

function Row({ incident }: { incident: Incident }) {
  const t = useTranslations('status');
  const words = useTranslations('shell.incident');
  const locale = useLocale();
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        href={`/admin/status/${incident.incidentId}`}
        prefetch={false}
        className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-raised"
      >
        <span className="min-w-0 flex-1 basis-48">
          <bdi className="block font-semibold wrap-anywhere">{incidentTitle(incident, words)}</bdi>
          <span className="text-muted text-small">
            {[
              t(`history.states.${incident.isMaintenance ? 'maintenance' : incident.impact}`),
              incident.components.map((component) => words(`components.${component}`)).join(', '),
              dateTime(incident.startsAt, locale),
            ].join(' · ')}
          </span>
        </span>
        {incident.cause && <Badge>{t('admin.noticed')}</Badge>}
        <Badge tone={incident.state === 'over' ? 'ok' : 'warn'}>{t(`incident.states.${incident.state}`)}</Badge>
      </Link>
    </li>
  );
}
