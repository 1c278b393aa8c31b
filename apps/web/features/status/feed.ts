import { Incident } from '@tally/contract/status/history';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../lib/config.ts';
import type { Feed } from '../../lib/feeds/feed.ts';
import { makeFeed } from '../../lib/feeds/make.ts';
import { readPublic } from '../../lib/read-public.ts';
import { incidentTitle } from '../../lib/words/incident-title.ts';

const ITEMS = 50;

/** Null: no answer. */
export async function readFeed(file: string): Promise<Feed | null> {
  const [t, words, language, list] = await Promise.all([
    getTranslations('status'),
    getTranslations('shell.incident'),
    getLocale(),
    readPublic(`/status/incidents?limit=${ITEMS}`, Incident.array()),
  ]);
  if (!list) return null;
  const site = config().SITE_NAME;
  return await makeFeed({
    title: t('incidents.feedTitle', { site }),
    description: t('incidents.feedText', { site }),
    language,
    page: '/status',
    file,
    told: list.map((incident) => ({
      uuid: incident.feedId,
      title: incidentTitle(incident, words),
      name: incident.incidentId,
      markdown: tellingOf(incident, {
        affected: `${incident.components.map((each) => words(`components.${each}`)).join(', ')}: ${t(`history.states.${incident.isMaintenance ? 'maintenance' : incident.impact}`)}`,
        wordOf: (state) => t(`incident.states.${state}`),
      }),
      publishedAt: incident.startsAt,
      changedAt: incident.updates[0]?.at,
      tags: incident.components.map((each) => words(`components.${each}`)),
    })),
  });
}

const tellingOf = (
  { updates, postMortem }: Incident,
  { affected, wordOf }: { affected: string; wordOf: (state: Incident['state']) => string },
): string =>
  [
    affected,
    ...updates.map(({ state, text, at }) => `**${wordOf(state)}** (${at.toISOString()})\n\n${text}`),
    postMortem,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
