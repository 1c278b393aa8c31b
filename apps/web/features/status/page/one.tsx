import { Incident } from '@tally/contract/status/history';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { readPublic } from '../../../lib/read-public.ts';
import { incidentTitle } from '../../../lib/words/incident-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { IncidentCard } from './incident.tsx';

type Props = { params: Promise<{ id: string }> };

const readOne = cache(async (id: string) => await readPublic(`/status/incidents/${encodeURIComponent(id)}`, Incident));

export async function incidentMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const [t, incident] = await Promise.all([getTranslations('shell.incident'), readOne(id)]);
  return incident ? { title: incidentTitle(incident, t), alternates: { canonical: `/status/${id}` } } : {};
}

export async function IncidentPage({ params }: Props) {
  const { id } = await params;
  const [t, incident] = await Promise.all([getTranslations('status'), readOne(id)]);
  if (!incident) notFound();
  return (
    <div className="mx-auto max-w-3xl px-5 py-14">
      <IncidentCard incident={incident} heading="h1" />
      <ButtonLink className="mt-8" href="/status">
        {t('incidents.back')}
      </ButtonLink>
    </div>
  );
}
