import type { LocaleValue } from '@tally/contract/account/calls';
import type { UserId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { meQuery } from '../../shell/me.ts';

const account = lateHome(async () => (await import('@tally/contract/account/calls')).account);
const session = lateHome(async () => (await import('@tally/contract/session/calls')).session);

export const saveLanguage = (userId: UserId) =>
  mutationOptions({
    mutationFn: (locale: LocaleValue) =>
      call(account.updateUser, { params: { userId }, body: { locale } }, { fallback: 'updateUser' }),
  });

export const saveNewsByEmail = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: (newsByEmail: boolean) =>
      call(account.updateUser, { params: { userId }, body: { newsByEmail } }, { fallback: 'updateUser' }),
    // Changes run one after another, so the last choice wins.
    scope: { id: 'news by mail' },
    onSettled: () => client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });

export const deleteUser = (userId: UserId) =>
  mutationOptions({
    mutationFn: () => call(account.deleteUser, { params: { userId } }, { fallback: 'deleteUser' }),
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['me', 'sessions'],
    queryFn: ({ signal }) => call(session.listSessions, {}, { fallback: 'fetchSessions', signal }),
    staleTime: 0,
  });

export const endSession = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (sessionId: string) => call(session.endSession, { params: { sessionId } }, { fallback: 'endSession' }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });

export const endOtherSessions = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(session.endOthers, {}, { fallback: 'endSession' }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
