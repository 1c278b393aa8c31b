// What comes late to browsers is here from the start: loading it would use up the patience of the first page.
import '@tally/contract/client';
import '@tally/contract/registry';
import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { reachApiBy } from './call.ts';
import { reachApiForPage } from './reach-api.ts';
import { TOKEN_COOKIE } from './session-cookies.ts';

/** An answer that came with the page: the browser need not ask. */
export interface Answer {
  readonly key: QueryKey;
  readonly data: unknown;
}

/**
 * Asks as the browser would, or gives nothing: the browser will ask again, and hear of what is wrong. So it will where
 * the answer does not count.
 */
export type Ask = <T, K extends QueryKey>(
  query: FetchQueryOptions<T, Error, T, K>,
  counts?: (data: T) => boolean,
) => Promise<T | undefined>;

reachApiBy(reachApiForPage);

/** What one request knows: layout and page ask for the same things. */
const clientOfRequest = cache(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));

/**
 * What the browser would ask first, asked while the page is made: nothing is fetched, and nothing drawn twice, when it
 * wakes up. What takes longer than `patienceMs` is left to the browser. Only for a page that is opened: who goes from page to page has most of it, and waits for nothing.
 */
export async function askAhead(
  questions: (ask: Ask) => Promise<unknown>,
  patienceMs: number,
): Promise<readonly Answer[]> {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  if (!jar.has(TOKEN_COOKIE) || !sent.get('accept')?.includes('text/html')) return [];
  const client = clientOfRequest();
  const answers: Answer[] = [];
  const ask: Ask = async (query, counts) => {
    try {
      const data = await client.fetchQuery(query);
      if (counts?.(data) ?? true) answers.push({ key: query.queryKey, data });
      return data;
    } catch {
      return undefined;
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([questions(ask), patience]);
  clearTimeout(timer);
  return [...answers];
}

/** What a page cannot be made without: its name, whether it is there at all. Refusals are thrown as in the browser. */
export const askNow = <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Promise<T> =>
  clientOfRequest().fetchQuery(query);
