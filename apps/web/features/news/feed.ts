import { News } from '@tally/contract/news/calls';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../lib/config.ts';
import type { Feed } from '../../lib/feeds/feed.ts';
import { makeFeed } from '../../lib/feeds/make.ts';
import { readPublic } from '../../lib/read-public.ts';
import { sortedByKind } from './kinds.ts';

const ITEMS = 50;

/** Null: no answer. */
export async function readFeed(file: string): Promise<Feed | null> {
  const [t, language, list] = await Promise.all([
    getTranslations('news'),
    getLocale(),
    readPublic(`/data/news?limit=${ITEMS}`, News.array()),
  ]);
  if (!list) return null;
  const site = config().SITE_NAME;
  return await makeFeed({
    title: t('feedTitle', { site }),
    description: t('text', { site }),
    language,
    page: '/changelogs',
    file,
    told: list.map(({ feedId, title, identifier, date, changes }) => ({
      uuid: feedId,
      title,
      name: identifier,
      markdown: listOf(changes, (kind) => t(`kinds.${kind}`)),
      publishedAt: date,
    })),
  });
}

const listOf = (changes: readonly string[], wordOf: (kind: 'new' | 'better' | 'fixed') => string): string =>
  sortedByKind(changes)
    .map(({ kind, text }) => `- ${kind ? `**${wordOf(kind)}** ` : ''}${text.replaceAll('\n', '\n  ')}`)
    .join('\n');
