import { createHash } from 'node:crypto';

/** A feed, which can be written in two formats. All URLs are absolute. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The URL of the page, and of the feed in this format. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly language: string;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** Identifies the entry for feed readers, so it never changes, unlike the title and URL. */
  readonly uuid: string;
  readonly title: string;
  readonly url: string;
  /** The full text as HTML. */
  readonly html: string;
  readonly publishedAt: Date;
  readonly changedAt?: Date | undefined;
  readonly author?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The URL of a picture. */
  readonly image?: string | undefined;
}

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' } as const;
/** XML 1.0 forbids control characters, even escaped ones. */
const UNKNOWN_TO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const xml = (text: string): string =>
  text.replace(UNKNOWN_TO_XML, '').replace(/[&<>"']/g, (sign) => escaped[sign as keyof typeof escaped]);

/** https://www.rssboard.org/rss-specification */
export function toRss({ title, description, pageUrl, feedUrl, language, items }: Feed): string {
  const entries = items.map(
    (item) => `<item><title>${xml(item.title)}</title><link>${xml(item.url)}</link>
<guid isPermaLink="false">urn:uuid:${item.uuid}</guid><pubDate>${item.publishedAt.toUTCString()}</pubDate>
${(item.tags ?? []).map((tag) => `<category>${xml(tag)}</category>`).join('')}<description>${xml(item.html)}</description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>${xml(title)}</title>
<link>${xml(pageUrl)}</link><description>${xml(description)}</description><language>${language}</language>
<atom:link href="${xml(feedUrl)}" rel="self" type="application/rss+xml"/>
${entries.join('\n')}
</channel></rss>
`;
}

/** https://www.jsonfeed.org/version/1.1/ */
export const toJsonFeed = ({ title, description, pageUrl, feedUrl, language, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: pageUrl,
    feed_url: feedUrl,
    language,
    items: items.map(({ uuid, title: name, url, html, publishedAt, changedAt, author, tags, image }) => ({
      id: `urn:uuid:${uuid}`,
      url,
      title: name,
      content_html: html,
      date_published: publishedAt.toISOString(),
      ...(changedAt && { date_modified: changedAt.toISOString() }),
      ...(author && { authors: [{ name: author }] }),
      ...(tags?.length && { tags }),
      ...(image && { image }),
    })),
  });

const forms = {
  rss: { type: 'application/rss+xml; charset=utf-8', write: toRss },
  json: { type: 'application/feed+json; charset=utf-8', write: toJsonFeed },
} as const;

/** Feed readers poll every few minutes, so most requests get "not modified". */
export function answerFeed(request: Request, form: keyof typeof forms, feed: Feed | null): Response {
  if (!feed) return new Response(null, { status: 503, headers: { 'retry-after': '120' } });
  const body = forms[form].write(feed);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'public, max-age=300', 'content-type': forms[form].type };
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.includes(etag) || known.includes(`W/${etag}`)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}
