import {
  type BirthdayBody,
  EARLIEST_BIRTH_YEAR,
  SAID_AGAIN_AFTER_DAYS,
  type ServerId,
  type TextKey,
  type UserId,
} from '@tally/contract';
import {
  AppError,
  type Ctx,
  carryOut,
  days,
  describeToStaff,
  isTimeZone,
  say,
  spellZone,
  UpstreamError,
} from '@tally/kernel';
import { personChanged } from '../../account/index.ts';
import { isDayOfYear, isoOf, monthDayOf, nextOccurrence, readMonthDay } from '../match/calendar.ts';
import { findBirthday, lockPerson, saveBirthday } from '../store/birthdays.ts';
import { addPlace, listPlaces, removePlace, setPlaces } from '../store/places.ts';
import type { BirthdayRow } from '../tables.ts';
import { birthDateOf } from './greet-due.ts';

export interface Saying {
  readonly userId: UserId;
  readonly body: BirthdayBody;
  /** True for staff, who may correct a birthday that the person can no longer change. */
  readonly isStaff: boolean;
}

/** Saves a person's birthday settings. */
export async function sayBirthday(ctx: Ctx, saying: Saying): Promise<void> {
  const { userId, body } = saying;
  await checkPlaces(ctx, userId, body.whereToCongratulate);
  await carryOut(ctx, async ({ db }) => {
    await db.transaction(async (tx) => {
      await lockPerson(tx, userId);
      const former = await findBirthday(tx, userId);
      const row = rowAfter(ctx, former, saying);
      const places = body.whereToCongratulate;
      describeToStaff(ctx, {
        personId: userId,
        before: {
          ...fieldsOf(former),
          whereToCongratulate: places && (await listPlaces(tx, userId)),
          yearChanged: false,
        },
        after: {
          ...fieldsOf(row ?? former),
          whereToCongratulate: places,
          // The record shows that the year changed, but not the year, which even staff must not see.
          yearChanged: (row ?? former)?.year !== former?.year,
        },
      });
      if (row) await saveBirthday(tx, row);
      if (!places) return;
      // A person without a date has no birthday that a server could celebrate.
      if (!row && !former && places.length > 0) throw new AppError('birthdayNotSaid');
      await setPlaces(tx, userId, places);
    });
  });
  await personChanged(ctx, userId);
}

function fieldsOf(row: BirthdayRow | null) {
  const day = dayOf(row);
  return {
    date: day && monthDayOf(day),
    timeZone: row?.timeZone,
    leapDay: row?.leapDay,
    showsAge: row?.showsAge,
  };
}

/** Returns null if the row itself stays unchanged. */
function rowAfter(ctx: Ctx, former: BirthdayRow | null, { userId, body, isStaff }: Saying): BirthdayRow | null {
  const { date, year, timeZone, leapDay, showsAge } = body;
  if ([date, year, timeZone, leapDay, showsAge].every((value) => value === undefined)) return null;
  if (!former && !date) throw new AppError('birthdayNotSaid');
  if (!former && !timeZone) throw refusal(ctx, 'birthday.timeZone', 'fields.missing');
  const day = date === undefined ? dayOf(former) : date === null ? null : readMonthDay(date);
  const bornIn = date === null ? null : year === undefined ? (former?.year ?? null) : year;
  const isOther = !isSameDay(day, dayOf(former)) || (former !== null && bornIn !== former.year);
  // Anyone may remove their own birthday.
  if (former && isOther && date !== null && !isStaff && !canSayAgain(former, ctx.clock.now()))
    throw new AppError('birthdayIsSaid');
  if (timeZone && !isTimeZone(timeZone)) throw refusal(ctx, 'birthday.timeZone', 'fields.timeZone');
  checkYear(ctx, day, bornIn);
  const now = ctx.clock.now();
  const changed: BirthdayRow = {
    userId,
    month: day?.month ?? null,
    day: day?.day ?? null,
    year: bornIn,
    timeZone: timeZone ? spellZone(timeZone) : (former?.timeZone ?? 'UTC'),
    leapDay: leapDay ?? former?.leapDay ?? 'feb28',
    showsAge: showsAge ?? former?.showsAge ?? false,
    lastChanged: isOther || !former ? now : former.lastChanged,
    lastYearCongratulated: former?.lastYearCongratulated ?? null,
    nextOn: null,
    nextAt: null,
  };
  return { ...changed, ...planOf(changed, now) };
}

/** A waiting time applies after a removal, so a birthday cannot be moved from day to day. */
export const canSayAgain = (row: BirthdayRow, now: Date): boolean =>
  row.month === null && now.getTime() - row.lastChanged.getTime() >= days(SAID_AGAIN_AFTER_DAYS);

function planOf(row: BirthdayRow, now: Date): Pick<BirthdayRow, 'nextOn' | 'nextAt'> {
  const date = birthDateOf(row);
  if (!date) return { nextOn: null, nextAt: null };
  const { day, from } = nextOccurrence(date, row.timeZone, now);
  return { nextOn: isoOf(day), nextAt: from };
}

const dayOf = (row: BirthdayRow | null) =>
  row && row.month !== null && row.day !== null ? { month: row.month, day: row.day } : null;
const isSameDay = (a: ReturnType<typeof dayOf>, b: ReturnType<typeof dayOf>): boolean =>
  a?.month === b?.month && a?.day === b?.day;

export function checkYear(ctx: Ctx, day: ReturnType<typeof dayOf>, year: number | null): void {
  if (year === null) return;
  const thisYear = ctx.clock.now().getUTCFullYear();
  if (year < EARLIEST_BIRTH_YEAR || year > thisYear) {
    throw refusal(ctx, 'birthday.year', 'birthday.badYear', {
      from: String(EARLIEST_BIRTH_YEAR),
      to: String(thisYear),
    });
  }
  if (day && !isDayOfYear(year, day))
    throw refusal(ctx, 'birthday.year', 'birthday.noLeapYear', { year: String(year) });
}

function refusal(ctx: Ctx, field: string, key: TextKey, values: Record<string, string> = {}): AppError {
  return new AppError('invalidFields', {}, [`${field}: ${say(ctx.locale, key, values)}`]);
}

/** Accepts only servers that both the person and the bot have joined. Saved servers are not checked again. */
async function checkPlaces(ctx: Ctx, userId: UserId, wanted: readonly ServerId[] | undefined): Promise<void> {
  if (!wanted) return;
  const known = new Set(await listPlaces(ctx.db, userId));
  const fresh = wanted.filter((serverId) => !known.has(serverId));
  const isMember = await Promise.all(fresh.map((serverId) => isMemberOf(ctx, serverId, userId)));
  const wrong = fresh.flatMap((serverId, place) =>
    isMember[place]
      ? []
      : [`birthday.whereToCongratulate.${wanted.indexOf(serverId)}: ${say(ctx.locale, 'birthday.notAMember')}`],
  );
  if (wrong.length > 0) throw new AppError('invalidFields', {}, wrong);
}

async function isMemberOf(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<boolean> {
  try {
    await ctx.discord.members.get({ serverId, userId });
    return true;
  } catch (error) {
    if (error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied')) return false;
    throw error;
  }
}

/** Needs no check of membership, because the person used a command or a button in this server. */
export async function congratulateHere(
  ctx: Ctx,
  { userId, serverId, isWanted }: { userId: UserId; serverId: ServerId; isWanted: boolean },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!isWanted) return await removePlace(tx, userId, serverId);
    if (!dayOf(await findBirthday(tx, userId))) throw new AppError('birthdayNotSaid');
    await addPlace(tx, userId, serverId);
  });
  await personChanged(ctx, userId);
}
