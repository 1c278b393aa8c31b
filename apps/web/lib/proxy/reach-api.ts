import { cookies, headers } from 'next/headers';
import { config } from '../config.ts';
import { headersForApi } from '../server-api.ts';
import { TOKEN_COOKIE } from './session-cookies.ts';

/** Asks the API while a page is made, in the name and language of who opens it. Which request this is, Next knows wherever it is asked. */
export async function reachApiForPage(path: string, init: RequestInit = {}): Promise<Response> {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const url = config().API_URL + path;
  const ours = headersForApi(new Request(url, { headers: sent }), jar.get(TOKEN_COOKIE)?.value);
  ours.set('accept', 'application/json');
  // These are about the page, not about what it asks.
  for (const name of ['content-type', 'if-none-match', 'range', 'x-request-id']) ours.delete(name);
  return await fetch(url, { ...init, headers: ours, cache: 'no-store', redirect: 'manual' });
}
