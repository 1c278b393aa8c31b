import type { CurrentUser, LocaleValue } from '@tally/contract/account/calls';
import type { UserId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { lateHome } from '../lib/late-home.ts';
import { FOREVER } from '../lib/live/query-client.ts';

const account = lateHome(async () => (await import('@tally/contract/account/calls')).account);

export const meQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(account.me, {}, { fallback: 'fetchUser', signal }),
    staleTime: FOREVER,
    gcTime: FOREVER,
    // Prevents the next component that mounts from querying an ended session.
    retryOnMount: false,
  });

/** Mutes the bell immediately, and reverts it if the API refuses. */
export const markAllAsRead = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: () =>
      call(
        account.updateUser,
        { params: { userId }, body: { notifications: { isRead: true } } },
        { fallback: 'updateUser' },
      ),
    onMutate: async () => {
      await client.cancelQueries(meQuery());
      const before = client.getQueryData(meQuery().queryKey);
      if (before) client.setQueryData(meQuery().queryKey, withEverythingRead(before));
      return { before };
    },
    onError: (_error, _input, begun) => {
      if (begun?.before) client.setQueryData(meQuery().queryKey, begun.before);
    },
  });

function withEverythingRead(me: CurrentUser): CurrentUser {
  const list = me.database.notifications.list.map((item) => ({ ...item, isRead: true }));
  return { ...me, database: { ...me.database, notifications: { isRead: true, list } } };
}

/** Saves the language from a page without user data, and waits only briefly. */
export async function saveOwnLanguage(locale: LocaleValue): Promise<void> {
  const options = { fallback: 'updateUser', timeoutMs: 3_000 } as const;
  const me = await call(account.me, {}, options);
  await call(account.updateUser, { params: { userId: me.discord.id }, body: { locale } }, options);
}
