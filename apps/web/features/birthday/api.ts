import type { BirthdayBody } from '@tally/contract/birthday/calls';
import type { ServerId, UserId } from '@tally/contract/wire/ids';
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';
import { meQuery } from '../../shell/me.ts';
import { toolPostsKey } from '../../shell/server/api.ts';

const account = lateHome(async () => (await import('@tally/contract/account/calls')).account);
const birthday = lateHome(async () => (await import('@tally/contract/birthday/calls')).birthday);
const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

const MINUTE_MS = 60_000;
export const UPCOMING_SHOWN = 10;
/** The maximum number of birthdays per call. */
export const MOST_UPCOMING = 200;

const upcomingKey = (serverId: ServerId) => ['server', serverId, 'birthdays'] as const;

export const upcomingQuery = (serverId: ServerId, limit: number) =>
  queryOptions({
    queryKey: [...upcomingKey(serverId), limit],
    queryFn: ({ signal }) =>
      call(
        birthday.listUpcoming,
        { params: { guildId: serverId }, query: { limit } },
        { fallback: 'fetchBirthdays', signal },
      ),
    staleTime: MINUTE_MS,
    // Keeps the current list while more entries load.
    placeholderData: keepPreviousData,
  });

/** Staff can correct a birthday without the member's confirmation. */
export const correctBirthday = (client: QueryClient, serverId: ServerId, userId: UserId) =>
  mutationOptions({
    mutationFn: (body: BirthdayBody) =>
      call(birthday.correctBirthday, { params: { userId }, body }, { fallback: 'correctBirthday' }),
    onSettled: () => client.invalidateQueries({ queryKey: upcomingKey(serverId) }),
    meta: { isQuiet: true },
  });

export const congratulatingQuery = () =>
  queryOptions({
    queryKey: ['me', 'birthday-servers'],
    queryFn: ({ signal }) => call(birthday.listCongratulating, {}, { fallback: 'fetchBirthdays', signal }),
    staleTime: MINUTE_MS,
  });

/** Posts the panel in the channel of the greetings. */
export const postPanel = (client: QueryClient, serverId: ServerId) =>
  creation({
    mutationFn: (_: void, intent) =>
      call(
        serverParts.postPanel,
        { params: { guildId: serverId, panel: 'birthday' }, query: {}, body: {} },
        { fallback: 'postPanel', intent },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: toolPostsKey(serverId) }),
    meta: { isQuiet: true },
  });

export const saveBirthday = (client: QueryClient, userId: UserId) =>
  mutationOptions({
    mutationFn: (body: BirthdayBody) =>
      call(account.updateUser, { params: { userId }, body: { birthday: body } }, { fallback: 'updateUser' }),
    onSettled: () => client.invalidateQueries({ queryKey: meQuery().queryKey, exact: true }),
    meta: { isQuiet: true },
  });
