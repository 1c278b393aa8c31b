import type { BannedKind, GivenFlag } from '@tally/contract/admin/people';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { creation } from '../../../lib/drafts/intent.ts';
import { lateHome } from '../../../lib/late-home.ts';

const staff = lateHome(async () => (await import('@tally/contract/admin/people')).staffPeople);
const admin = lateHome(async () => (await import('@tally/contract/admin/calls')).admin);

const cockpit = lateHome(async () => (await import('@tally/contract/admin/cockpit')).staffCockpit);

const KEY = ['admin', 'people'] as const;
const A_PAGE = 50;

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [...KEY, 'search', q],
    queryFn: ({ signal }) =>
      call(staff.searchAll, { query: q === '' ? {} : { q } }, { fallback: 'fetchPeople', signal }),
  });

export const personQuery = (userId: UserId) =>
  queryOptions({
    queryKey: [...KEY, 'one', userId],
    queryFn: ({ signal }) => call(staff.getPersonFile, { params: { userId } }, { fallback: 'fetchPeople', signal }),
  });

export const serverFileQuery = (serverId: ServerId) =>
  queryOptions({
    queryKey: [...KEY, 'server', serverId],
    queryFn: ({ signal }) => call(cockpit.getServerFile, { params: { serverId } }, { fallback: 'fetchPeople', signal }),
  });

export const lookAtServer = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: (reason: string) =>
      call(cockpit.lookAtServer, { params: { serverId }, body: { reason } }, { fallback: 'fetchPeople' }),
    meta: { isQuiet: true },
    // Earlier queries may have been refused, because staff had no access to this server.
    onSuccess: () => client.removeQueries({ queryKey: ['server', serverId] }),
    ...anew(client),
  });

export const emailsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'emails', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        admin.listEmails,
        { query: { limit: A_PAGE, ...(search === '' ? {} : { search }), ...cursor(pageParam) } },
        { fallback: 'fetchPeople', signal },
      ),
    getNextPageParam: (page) => (page.length < A_PAGE ? undefined : page.at(-1)?.userId),
  });

export const bansQuery = () =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'bans'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(staff.listBans, { query: { limit: A_PAGE, ...cursor(pageParam) } }, { fallback: 'fetchPeople', signal }),
    getNextPageParam(page) {
      const last = page.length < A_PAGE ? undefined : page.at(-1);
      return last && `${last.kind}.${last.subject}`;
    },
  });

const cursor = (value: string | undefined) => (value === undefined ? {} : { cursor: value });

const anew = (client: QueryClient) => ({ onSettled: () => client.invalidateQueries({ queryKey: KEY }) });

export const setFlags = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: (body: { flags: GivenFlag[]; reason: string }) =>
      call(staff.setFlags, { params: { userId }, body }, { fallback: 'changePeople' }),
    meta: { isQuiet: true },
    ...anew(client),
  });

export const showEmail = () =>
  creation({
    mutationFn: ({ userId, reason }: { userId: UserId; reason: string }, intent) =>
      call(staff.showEmail, { params: { userId }, body: { reason } }, { fallback: 'fetchPeople', intent }),
    meta: { isQuiet: true },
  });

export const ban = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ kind, id, ...body }: { kind: BannedKind; id: string; reason: string; until: Date | null }) =>
      call(staff.ban, { params: { kind, id }, body }, { fallback: 'changePeople' }),
    meta: { isQuiet: true },
    ...anew(client),
  });

export const endBan = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ kind, id }: { kind: BannedKind; id: string }) =>
      call(staff.endBan, { params: { kind, id } }, { fallback: 'changePeople' }),
    meta: { isQuiet: true },
    ...anew(client),
  });
