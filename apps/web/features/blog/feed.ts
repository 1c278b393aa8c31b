import { Blog } from '@tally/contract/blog/calls';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../lib/config.ts';
import type { Feed } from '../../lib/feeds/feed.ts';
import { makeFeed } from '../../lib/feeds/make.ts';
import { readPublic } from '../../lib/read-public.ts';

const ITEMS = 50;

/** Null: no answer. */
export async function readBlogFeed(file: string): Promise<Feed | null> {
  const [t, language, list] = await Promise.all([
    getTranslations('blog'),
    getLocale(),
    readPublic(`/data/blogs?limit=${ITEMS}`, Blog.array()),
  ]);
  if (!list) return null;
  const site = config().SITE_NAME;
  return await makeFeed({
    title: t('feedTitle', { site }),
    description: t('text', { site }),
    language,
    page: '/blog',
    file,
    // Pinned posts come first on the page, but a feed reader would take them for new ones.
    told: list.map(
      ({ feedId, title, identifier, content, publishAt, createdAt, lastEdited, authorName, tags, thumbnail }) => ({
        uuid: feedId,
        title,
        name: identifier,
        markdown: content,
        publishedAt: publishAt ?? createdAt,
        changedAt: lastEdited,
        author: authorName,
        tags,
        image: thumbnail ?? undefined,
      }),
    ),
  });
}
