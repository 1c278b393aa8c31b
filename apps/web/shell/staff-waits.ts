import { queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { lateHome } from '../lib/late-home.ts';
import { minutes } from '../lib/live/query-client.ts';

const cockpit = lateHome(async () => (await import('@tally/contract/admin/cockpit')).staffCockpit);

/** Fetches the open tasks for staff. */
export const waitsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'waits'],
    queryFn: ({ signal }) => call(cockpit.listWaits, {}, { fallback: 'fetchStatus', signal }),
    staleTime: 0,
    refetchInterval: minutes(1),
  });
