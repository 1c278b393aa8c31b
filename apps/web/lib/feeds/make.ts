import { config } from '../config.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Feed, FeedItem } from './feed.ts';

/** One entry in the site's own form: paths and Markdown. */
export interface Told extends Pick<FeedItem, 'changedAt' | 'author' | 'tags' | 'image'> {
  readonly uuid: string;
  readonly title: string;
  /** Below the page of all of them. */
  readonly name: string;
  readonly markdown: string;
  readonly publishedAt: Date;
}

/** Makes a feed of one of our pages, newest first. Feed readers are elsewhere, so every address becomes absolute. */
export async function makeFeed(
  about: Pick<Feed, 'title' | 'description' | 'language'> & {
    /** `/blog`, and `feed.xml` below it. */
    readonly page: string;
    readonly file: string;
    readonly told: readonly Told[];
  },
): Promise<Feed> {
  const { title, description, language, page, file, told } = about;
  const { webUrl } = config();
  const pageUrl = webUrl + page;
  const items = told
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .map(async ({ name, markdown, image, ...item }) => ({
      ...item,
      ...(image && { image: new URL(image, webUrl).href }),
      url: `${pageUrl}/${name}`,
      html: (await renderMarkdown(markdown, { site: webUrl })).html,
    }));
  return { title, description, language, pageUrl, feedUrl: `${pageUrl}/${file}`, items: await Promise.all(items) };
}
