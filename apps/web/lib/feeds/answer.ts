import { createHash } from 'node:crypto';
import { type Feed, toJsonFeed, toRss } from './feed.ts';

const forms = {
  rss: { type: 'application/rss+xml; charset=utf-8', write: toRss },
  json: { type: 'application/feed+json; charset=utf-8', write: toJsonFeed },
} as const;

/** Readers ask every few minutes, each of them: most are answered with "as before". */
export function answerFeed(request: Request, form: keyof typeof forms, feed: Feed | null): Response {
  if (!feed) return new Response(null, { status: 503, headers: { 'retry-after': '120' } });
  const body = forms[form].write(feed);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { etag, 'cache-control': 'public, max-age=300', 'content-type': forms[form].type };
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.includes(etag) || known.includes(`W/${etag}`)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers });
}
