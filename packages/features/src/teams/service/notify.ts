import { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, hours, say } from '@tally/kernel';
import { z } from 'zod';
import { localeOfUser, notify } from '../../account/index.ts';
import { hasHappened, insertEvent, type NewEvent } from '../store/events.ts';

/** Repeated joins, or repeated renames of a team, cause at most one notification in this time. */
const QUIET_MS = hours(1);

const news = {
  joined: ['teams.bellJoined', 'teams.bellJoinedText'],
  left: ['teams.bellLeft', 'teams.bellLeftText'],
  gone: ['teams.bellGone', 'teams.bellGoneText'],
  kicked: ['teams.bellKicked', 'teams.bellKickedText'],
  renamed: ['teams.bellRenamed', 'teams.bellRenamedText'],
  dissolved: ['teams.bellDissolved', 'teams.bellDissolvedText'],
  leaderGone: ['teams.bellLeaderGone', 'teams.bellLeaderGoneText'],
  handedOver: ['teams.bellHandedOver', 'teams.bellHandedOverText'],
  yours: ['teams.bellYours', 'teams.bellYoursText'],
} as const;
type News = keyof typeof news;

const Telling = z.object({
  userId: UserId,
  news: z.enum(Object.keys(news) as [News, ...News[]]),
  team: z.string(),
  /** The actor's name, or the team's previous name. Null if it is no longer known. */
  name: z.string().nullable(),
  from: z.string().optional(),
});
export type Telling = z.infer<typeof Telling>;

export const notifyJob = declareJob({ name: 'teams/tell', data: Telling });

/** Queues notifications in the transaction of the event, so a rollback discards them and a commit keeps them. */
export async function notifyLater(ctx: Ctx, tx: Db, tellings: readonly Telling[]): Promise<void> {
  if (tellings.length > 0) await ctx.queue.sendMany(notifyJob, [...tellings], { tx });
}

/** Adds a line to a person's bell, in that person's language. */
export async function tell(ctx: Ctx, { userId, news: what, team, name, from }: Telling): Promise<void> {
  const locale = await localeOfUser(ctx, userId);
  const values = { team, name: name ?? say(locale, 'teams.noName'), from: from ?? '' };
  const [title, message] = news[what];
  await notify(ctx, userId, {
    severity: 'info',
    title: say(locale, title, values),
    message: say(locale, message, values),
    actionUrl: `/dashboard/user/${userId}/teams`,
  });
}

/** Records an event. Returns false if the same person caused the same event a moment ago. */
export async function note(tx: Db, event: NewEvent): Promise<boolean> {
  const { teamId, at, event: what, aboutId } = event;
  const isOld = await hasHappened(tx, {
    teamId,
    event: what,
    ...(aboutId ? { aboutId } : {}),
    since: new Date(at.getTime() - QUIET_MS),
  });
  await insertEvent(tx, event);
  return !isOld;
}
