import { hasFlag, type ServerId, type UpcomingBirthday, type User, type UserId } from '@tally/contract';
import { cursorOf, pieces } from '@tally/infra/page';
import { type Ctx, minutes } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import { readServersOfUser } from '../../grants/index.ts';
import { listSummaries, planOf } from '../../servers/index.ts';
import { monthDayOf } from '../match/calendar.ts';
import { findBirthday, listUpcomingIn } from '../store/birthdays.ts';
import { listPlaces, listSettings } from '../store/places.ts';
import { birthDateOf } from './greet-due.ts';
import { canSayAgain } from './save.ts';

/** Returns the birthday fields of a person. Only the person themselves sees the year. */
export async function birthdayOf(ctx: Ctx, userId: UserId): Promise<Partial<User>> {
  const row = await findBirthday(ctx.db, userId);
  if (!row) return {};
  const date = birthDateOf(row);
  const isSelf = ctx.caller.kind === 'user' && ctx.caller.userId === userId;
  return {
    birthday: {
      date: date ? monthDayOf(date) : null,
      year: isSelf ? row.year : null,
      timeZone: row.timeZone,
      leapDay: row.leapDay,
      showsAge: row.showsAge,
      canChange: canSayAgain(row, ctx.clock.now()),
      whereToCongratulate: await listPlaces(ctx.db, userId),
      lastChanged: row.lastChanged,
      lastYearCongratulated: row.lastYearCongratulated,
    },
  };
}

const PAGE = 50;

export async function listUpcoming(
  ctx: Ctx,
  serverId: ServerId,
  { limit = PAGE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<UpcomingBirthday[]> {
  const rows = await listUpcomingIn(ctx.db, serverId, { limit, after: nextBirthdays.read(cursor) ?? null });
  const names = await listNames(
    ctx,
    rows.map((row) => row.userId),
  );
  return rows.map(({ month, day, ...row }) => ({
    ...row,
    birthday: monthDayOf({ month, day }),
    username: names.get(row.userId) ?? null,
  }));
}

const nextBirthdays = cursorOf({ date: pieces.day, userId: pieces.discordId });

/** Returns whether the server celebrates birthdays under its current plan. */
export async function isCongratulating(ctx: Ctx, serverId: ServerId): Promise<boolean> {
  const settings = (await listSettings(ctx.db, [serverId])).get(serverId);
  if (!settings?.enabled) return false;
  return hasFlag((await planOf(ctx, serverId)).bitfield, 'BirthdayNotifications');
}

/** Discord's list of a person's servers may be this old. */
const BELIEVED_MS = minutes(5);

/** Lists servers that can congratulate this person: both the person and the bot are members, and the feature is on. */
export async function listCongratulating(ctx: Ctx, userId: UserId) {
  const own = await readServersOfUser(ctx, userId, { maxAgeMs: BELIEVED_MS });
  const ids = own.map((server) => server.serverId as ServerId);
  const [looks, settings] = await Promise.all([listSummaries(ctx, ids), listSettings(ctx.db, ids)]);
  return ids.flatMap((guildId) => {
    const server = looks.get(guildId);
    if (!server || !settings.get(guildId)?.enabled) return [];
    return [{ guildId, name: server.name, icon: server.iconUrl }];
  });
}
