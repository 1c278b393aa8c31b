import type { Incident } from '@tally/contract/status/history';
import { Rss } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import { Icon } from '../../../ui/icon.tsx';
import { IncidentCard } from './incident.tsx';

/** Ongoing incidents and planned maintenance come first. */
export async function Current({ incidents }: { incidents: readonly Incident[] }) {
  const current = incidents.filter(({ state }) => state !== 'over');
  if (current.length === 0) return null;
  const t = await getTranslations('status.incidents');
  return (
    <section aria-label={t('current')} className="mt-8 grid gap-4">
      {current.map((incident) => (
        <IncidentCard key={incident.incidentId} incident={incident} heading="h2" />
      ))}
    </section>
  );
}

export async function Past({ incidents }: { incidents: readonly Incident[] }) {
  const past = incidents.filter(({ state }) => state === 'over');
  const t = await getTranslations('status.incidents');
  return (
    <section className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-title">{t('past')}</h2>
        <a href="/status/feed.xml" className="inline-flex min-h-control items-center gap-2 text-muted hover:text-text">
          <Icon of={Rss} />
          {t('feed')}
        </a>
      </div>
      {past.length === 0 && <p className="text-muted">{t('none')}</p>}
      <div className="grid gap-4">
        {past.map((incident) => (
          <IncidentCard key={incident.incidentId} incident={incident} heading="h3" />
        ))}
      </div>
    </section>
  );
}
