import { Incident } from '@tally/contract/status/history';
import { getTranslations } from 'next-intl/server';
import { feedOf } from '../../lib/feeds/feed-of.ts';
import { incidentTitle } from '../../lib/words/incident-title.ts';

export const { rss, json } = feedOf({
  page: '/status',
  source: '/status/incidents',
  entity: Incident,
  async describe(site) {
    const [t, words] = await Promise.all([getTranslations('status'), getTranslations('shell.incident')]);
    return {
      title: t('incidents.feedTitle', { site }),
      description: t('incidents.feedText', { site }),
      tell: (incident) => ({
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
      }),
    };
  },
});

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
