import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';

const docs = lateHome(async () => (await import('@tally/contract/docs/calls')).docs);

/** Searches the handbook for the command palette. */
export const searchDocsQuery = (query: string) =>
  queryOptions({
    queryKey: ['docs', 'search', query],
    queryFn: ({ signal }) => call(docs.searchDocs, { query: { query } }, { fallback: 'searchDocs', signal }),
    // A background query, so failures stay silent.
    meta: { reportsFailure: () => false },
  });
