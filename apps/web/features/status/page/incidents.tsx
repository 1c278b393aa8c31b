import type { Incident } from '@tally/contract/status/history';
import { Braces, Hash, Rss } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IncidentCard } from './incident.tsx';

/** Shows ongoing incidents and planned maintenance first. */
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
      <h2 className="mb-4 font-semibold text-title">{t('past')}</h2>
      {past.length === 0 && <p className="text-muted">{t('none')}</p>}
      <div className="grid gap-4">
        {past.map((incident) => (
          <IncidentCard key={incident.incidentId} incident={incident} heading="h3" />
        ))}
      </div>
    </section>
  );
}

export async function Subscribe() {
  const t = await getTranslations('status.subscribe');
  const { STATUS_CHANNEL_ID, SUPPORT_URL } = config();
  const ways = [
    { key: 'rss', href: '/status/feed.xml', icon: Rss },
    { key: 'json', href: '/status/feed.json', icon: Rss },
    { key: 'address', href: '/status.json', icon: Braces },
    // The link to Discord requires a channel for status updates.
    ...(STATUS_CHANNEL_ID && SUPPORT_URL ? [{ key: 'discord', href: '/support', icon: Hash } as const] : []),
  ] as const;
  return (
    <nav aria-label={t('title')} className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-1">
      <span className="font-semibold">{t('title')}</span>
      {ways.map(({ key, href, icon }) => (
        <a key={key} href={href} className="inline-flex min-h-control items-center gap-2 text-muted hover:text-text">
          <Icon of={icon} size={16} />
          {t(key)}
        </a>
      ))}
    </nav>
  );
}
