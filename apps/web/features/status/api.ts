import { status } from '@tally/contract/status';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { minutes } from '../../lib/query-client.ts';
import { memories } from '../../lib/remembered.ts';
import { emptyStatus, readCachedStatus } from './cached.ts';

/** Totals and clusters. When the API does not answer: what this browser saw last, else zeros. */
export const statusQuery = () =>
  queryOptions({
    queryKey: ['status'],
    queryFn: async ({ signal }) => {
      try {
        const fresh = await call(status.status, { query: { topServers: true } }, { fallback: 'fetchStatus', signal });
        memories.status.write({ at: Date.now(), data: fresh });
        return fresh;
      } catch (error) {
        if (signal.aborted) throw error;
        return readCachedStatus() ?? emptyStatus;
      }
    },
    staleTime: minutes(60),
  });

export const recentQuery = () =>
  queryOptions({
    queryKey: ['recent'],
    queryFn: ({ signal }) => call(status.recent, {}, { fallback: 'fetchStatus', signal }),
  });
