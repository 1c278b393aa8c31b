// Loads modules at startup that browsers load late, because a later load would delay the first page.
import '@tally/contract/wire/client';
import '@tally/contract/registry';
import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { cookies, headers } from 'next/headers';
import { cache } from 'react';
import { reachApiBy } from '../call.ts';
import { reachApiForPage } from '../proxy/reach-api.ts';
import { TOKEN_COOKIE } from '../proxy/session-cookies.ts';

/** A query result embedded in the page, so the browser does not fetch it again. */
export interface Answer {
  readonly key: QueryKey;
  readonly data: unknown;
}

/**
 * Runs a query as the browser would. If it fails or returns nothing useful, the result is undefined, and the browser
 * runs the query again and shows the failure.
 */
export type Ask = <T, K extends QueryKey>(
  query: FetchQueryOptions<T, Error, T, K>,
  counts?: (data: T) => boolean,
) => Promise<T | undefined>;

reachApiBy(reachApiForPage);

/** The query cache of one request, because layout and page query the same data. */
const clientOfRequest = cache(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));

/**
 * Runs the browser's first queries while the server renders the page, so hydration fetches and redraws nothing. Queries
 * that take longer than `patienceMs` are left to the browser. Later navigations skip this, because they have most data
 * already and must not wait.
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

/** Runs a query that the page needs to render, such as its title. Throws refusals, as in the browser. */
export const askNow = <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Promise<T> =>
  clientOfRequest().fetchQuery(query);
