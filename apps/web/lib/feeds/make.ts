import { config } from '../config.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Feed, FeedItem } from './feed.ts';

/** What is told of one thing, in the words of the site itself: paths and Markdown. */
export interface Told extends Pick<FeedItem, 'changedAt' | 'author' | 'tags' | 'image'> {
  readonly uuid: string;
  readonly title: string;
  /** Below the page of all of them. */
  readonly name: string;
  readonly markdown: string;
  readonly publishedAt: Date;
}

/** A feed of a page of ours, newest first. A reader of feeds stands elsewhere, so every address becomes a whole one. */
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
