import { getLocale } from 'next-intl/server';
import type { z } from 'zod';
import { config } from '../config.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { readPublic } from '../read-public.ts';
import { answerFeed, type FeedItem } from './feed.ts';

/** One entry in the site's own format, with paths and Markdown. */
export interface Told extends Pick<FeedItem, 'changedAt' | 'author' | 'tags' | 'image'> {
  readonly uuid: string;
  readonly title: string;
  /** The entry's path, relative to the list page. */
  readonly name: string;
  readonly markdown: string;
  readonly publishedAt: Date;
}

const ITEMS = 50;

export const feedsAt = (page: string, title: string) => ({
  'application/rss+xml': [{ url: `${page}/feed.xml`, title }],
  'application/feed+json': [{ url: `${page}/feed.json`, title }],
});

/**
 * Serves one of our lists as a feed in each format, newest first. Feed readers need absolute URLs, so all URLs are made
 * absolute.
 */
export function feedOf<T>(about: {
  /** The path of the list, such as `/blog`, which has `feed.xml` below it. */
  readonly page: string;
  /** The call that lists the entries. */
  readonly source: string;
  readonly entity: z.ZodType<T>;
  readonly describe: (site: string) => Promise<{ title: string; description: string; tell: (entry: T) => Told }>;
}) {
  const { page, source, entity, describe } = about;
  const answer = (form: 'rss' | 'json', file: string) => async (request: Request) => {
    const { webUrl, SITE_NAME } = config();
    const [{ tell, ...words }, language, list] = await Promise.all([
      describe(SITE_NAME),
      getLocale(),
      readPublic(`${source}?limit=${ITEMS}`, entity.array()),
    ]);
    if (!list) return answerFeed(request, form, null);
    const pageUrl = webUrl + page;
    const items = list
      .map(tell)
      .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
      .map(async ({ name, markdown, image, ...item }) => ({
        ...item,
        ...(image && { image: new URL(image, webUrl).href }),
        url: `${pageUrl}/${name}`,
        html: (await renderMarkdown(markdown, { site: webUrl })).html,
      }));
    const feedUrl = `${pageUrl}/${file}`;
    return answerFeed(request, form, { ...words, language, pageUrl, feedUrl, items: await Promise.all(items) });
  };
  return { rss: answer('rss', 'feed.xml'), json: answer('json', 'feed.json') };
}
