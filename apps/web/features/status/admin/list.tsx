'use client';

import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { incidentTitle } from '../../../lib/words/incident-title.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { TextsScreen } from '../../admin/texts-screen.tsx';
import { incidentsQuery } from '../api.ts';

export function IncidentsScreen() {
  const t = useTranslations('status');
  const words = useTranslations('shell.incident');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(incidentsQuery());
  return (
    <TextsScreen
      home="status.admin"
      path="/admin/status"
      actions={
        <ButtonLink icon={CalendarClock} href="/admin/status/maintenance">
          {t('admin.plan')}
        </ButtonLink>
      }
      error={error}
      refetch={refetch}
      rows={data?.map((incident) => ({
        id: incident.incidentId,
        title: incidentTitle(incident, words),
        about: [
          t(`history.states.${incident.isMaintenance ? 'maintenance' : incident.impact}`),
          incident.components.map((component) => words(`components.${component}`)).join(', '),
          dateTime(incident.startsAt, locale),
        ].join(' · '),
        badges: (
          <>
            {incident.cause && <Badge>{t('admin.noticed')}</Badge>}
            <Badge tone={incident.state === 'over' ? 'ok' : 'warn'}>{t(`incident.states.${incident.state}`)}</Badge>
          </>
        ),
      }))}
    />
  );
}
