import { cookies, headers } from 'next/headers';
import { config } from '../config.ts';
import { headersForApi } from '../server-api.ts';
import { TOKEN_COOKIE } from './session-cookies.ts';

/** Calls the API during rendering with the visitor's session and language. Next provides the current request. */
export async function reachApiForPage(path: string, init: RequestInit = {}): Promise<Response> {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  const url = config().API_URL + path;
  const ours = headersForApi(new Request(url, { headers: sent }), jar.get(TOKEN_COOKIE)?.value);
  ours.set('accept', 'application/json');
  // These headers belong to the page, not to its API calls.
  for (const name of ['content-type', 'if-none-match', 'range', 'x-request-id']) ours.delete(name);
  return await fetch(url, { ...init, headers: ours, cache: 'no-store', redirect: 'manual' });
}
