import { News } from '@tally/contract/news/calls';
import { getTranslations } from 'next-intl/server';
import { feedOf } from '../../lib/feeds/feed-of.ts';
import { sortedByKind } from './kinds.ts';

export const { rss, json } = feedOf({
  page: '/changelogs',
  source: '/data/news',
  entity: News,
  async describe(site) {
    const t = await getTranslations('news');
    return {
      title: t('feedTitle', { site }),
      description: t('text', { site }),
      tell: ({ feedId, title, identifier, date, changes }) => ({
        uuid: feedId,
        title,
        name: identifier,
        markdown: listOf(changes, (kind) => t(`kinds.${kind}`)),
        publishedAt: date,
      }),
    };
  },
});

const listOf = (changes: readonly string[], wordOf: (kind: 'new' | 'better' | 'fixed') => string): string =>
  sortedByKind(changes)
    .map(({ kind, text }) => `- ${kind ? `**${wordOf(kind)}** ` : ''}${text.replaceAll('\n', '\n  ')}`)
    .join('\n');
