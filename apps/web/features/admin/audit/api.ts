import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { lateHome } from '../../../lib/late-home.ts';

const staff = lateHome(async () => (await import('@tally/contract/admin/people')).staffPeople);

// Staff actions on other pages add lines here, so those pages invalidate this list.
const KEY = ['admin', 'people', 'deeds'] as const;
const A_PAGE = 50;

interface Wanted {
  readonly userId: UserId | null;
  readonly personId: UserId | null;
  readonly serverId: ServerId | null;
  readonly deed: string | null;
  readonly from: Date | null;
  readonly until: Date | null;
}

export const deedsQuery = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...KEY, wanted],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const { userId, personId, serverId, deed, from, until } = wanted;
      const query = {
        limit: A_PAGE,
        ...(userId ? { userId } : {}),
        ...(personId ? { personId } : {}),
        ...(serverId ? { serverId } : {}),
        ...(deed ? { call: deed } : {}),
        ...(from && until ? { from, until } : {}),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      };
      return call(staff.listDeeds, { query }, { fallback: 'fetchPeople', signal });
    },
    getNextPageParam: (page) => (page.length < A_PAGE ? undefined : page.at(-1)?.deedId),
  });

export const deedChoicesQuery = () =>
  queryOptions({
    queryKey: [...KEY, 'choices'],
    queryFn: ({ signal }) => call(staff.listDeedChoices, {}, { fallback: 'fetchPeople', signal }),
  });
