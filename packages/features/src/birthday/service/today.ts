import type { ServerId, TodayLine } from '@tally/contract';
import { type Ctx, say } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import type { Span } from '../../servers/index.ts';
import { listBeginningIn } from '../store/birthdays.ts';
import { listGreetingsSince } from '../store/greetings.ts';
import { OWNER } from './greet-due.ts';
import { isCongratulating } from './read.ts';

const MOST = 10;

/** Returns the greetings of the last hours, and the birthdays that begin next. */
export async function today(ctx: Ctx, serverId: ServerId, { from, now, to }: Span): Promise<TodayLine[]> {
  const [greeted, coming] = await Promise.all([
    listGreetingsSince(ctx.db, serverId, from, MOST),
    (await isCongratulating(ctx, serverId)) ? listBeginningIn(ctx.db, serverId, { from: now, to, limit: MOST }) : [],
  ]);
  const names = await listNames(
    ctx,
    [...greeted, ...coming].map(({ userId }) => userId),
  );
  const nameOf = (userId: string) => names.get(userId) ?? userId;
  const line = { about: OWNER, path: `/dashboard/server/${serverId}/birthday` } as const;
  return [
    ...greeted.map(({ userId, happenedAt: at }) => ({
      ...line,
      id: `${userId} greeted`,
      at,
      text: say(ctx.locale, 'birthday.todayGreeted', { name: nameOf(userId) }),
    })),
    ...coming.map(({ userId, at }) => ({
      ...line,
      id: userId,
      at,
      text: say(ctx.locale, 'birthday.todayComes', { name: nameOf(userId) }),
    })),
  ];
}
