import { hasFlag, type ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import { type Intention, intend } from '@tally/pipeline/delivery';
import { claimRoles, type NewClaim } from '@tally/pipeline/roles';
import { plansOf, type ServerPlan } from '../../servers/index.ts';
import { type BirthDate, endOfDay, isoOf, nextOccurrence, occurrenceAfter, readIso } from '../match/calendar.ts';
import { listComing, listDue, lockDue, type Planned, planMany } from '../store/birthdays.ts';
import { insertGreetings } from '../store/greetings.ts';
import { type BirthdayServer, listPlacesOf } from '../store/places.ts';
import type { BirthdayRow, GreetingRow } from '../tables.ts';

/** Identifies this feature's messages in the delivery journal. */
export const OWNER = 'birthday';
/** Identifies our claim on the birthday role, which other features may claim, too. */
const OF_THE_DAY = 'birthday/day';
const PEOPLE_AT_ONCE = 100;

/**
 * Congratulates everyone whose day has begun in their zone. If no process runs at midnight, the next run catches up
 * while the day lasts, because only the clock and an index decide who is due.
 */
export async function greetDue(ctx: Ctx): Promise<number> {
  let greeted = 0;
  for (;;) {
    const due = await listDue(ctx.db, ctx.clock.now(), PEOPLE_AT_ONCE);
    if (due.length === 0) return greeted;
    const places = await listPlacesOf(
      ctx.db,
      due.map((person) => person.userId),
    );
    // Plans are loaded before the transaction begins, which keeps the transaction short.
    const plans = await plansOf(
      ctx,
      places.map((place) => place.serverId),
    );
    const done = await ctx.db.transaction((tx) => greetThese(ctx, tx, { due, places, plans }));
    greeted += done;
    // Another process has locked the other people and congratulates them.
    if (done < due.length) return greeted;
  }
}

interface Question {
  readonly due: readonly BirthdayRow[];
  readonly places: readonly BirthdayServer[];
  readonly plans: (serverId: ServerId) => ServerPlan;
}

/** One transaction stores the greeting, the role and next year's date, so a failure leaves the person due. */
async function greetThese(ctx: Ctx, tx: Db, { due, places, plans }: Question): Promise<number> {
  const now = ctx.clock.now();
  const ours = await lockDue(
    tx,
    due.map((person) => person.userId),
    now,
  );
  const byPerson = Map.groupBy(places, (place) => place.userId);
  const wanted = ours.flatMap((person) =>
    (byPerson.get(person.userId) ?? []).map((place) => greetingOf(person, { place, now, plan: plans(place.serverId) })),
  );
  const fresh = await insertGreetings(
    tx,
    wanted.map((each) => each.row),
  );
  const isFresh = new Set(fresh.map(keyOf));
  const follows = wanted.filter((each) => isFresh.has(keyOf(each.row)));
  await intend(
    ctx,
    tx,
    follows.flatMap(({ intention }) => intention ?? []),
  );
  await claimRoles(
    ctx,
    tx,
    follows.flatMap(({ role }) => role ?? []),
  );
  const congratulated = new Set(fresh.filter((row) => !row.skipped).map((row) => row.userId));
  await planMany(
    tx,
    ours.flatMap((person) => afterwards(person, now, congratulated.has(person.userId)) ?? []),
  );
  return ours.length;
}

const keyOf = ({ userId, serverId, year }: Pick<GreetingRow, 'userId' | 'serverId' | 'year'>): string =>
  `${serverId} ${userId} ${year}`;

export const birthDateOf = ({ month, day, leapDay }: BirthdayRow): BirthDate | null =>
  month === null || day === null ? null : { month, day, leapDay };

function greetingOf(
  person: BirthdayRow,
  { place, now, plan }: { place: BirthdayServer; now: Date; plan: ServerPlan },
): { row: GreetingRow; intention: Intention | null; role: NewClaim | null } {
  const { userId, timeZone } = person;
  const { serverId, channelId, roleId } = place;
  const day = readIso(person.nextOn ?? isoOf({ year: 1970, month: 1, day: 1 }));
  const until = endOfDay(timeZone, day);
  const skipped =
    now >= until ? 'tooLate' : hasFlag(plan.bitfield, 'BirthdayNotifications') ? null : ('planLimit' as const);
  const row: GreetingRow = { userId, serverId, year: day.year, happenedAt: now, skipped };
  const lasting = { kind: OF_THE_DAY, wish: 'held', reason: String(day.year), until } as const;
  const role = skipped || !roleId ? null : { serverId, userId, roleId, ...lasting };
  if (!channelId) return { row, intention: null, role };
  const intention: Intention = {
    dedupeKey: `birthday ${keyOf(row)}`,
    owner: OWNER,
    serverId,
    subject: userId,
    kind: 'birthday',
    channelId,
    about: { userId, year: day.year },
    detectedAt: now,
    giveUpAt: until,
    ...(skipped ? { skip: skipped } : {}),
  };
  return { row, intention, role };
}

/** Returns null for a person without a date, because there is nothing to plan. */
function afterwards(person: BirthdayRow, now: Date, isCongratulated: boolean): Planned | null {
  const date = birthDateOf(person);
  if (!date || !person.nextOn) return null;
  const done = readIso(person.nextOn);
  const { day, from } = occurrenceAfter(date, person.timeZone, { done, now });
  return {
    userId: person.userId,
    nextOn: isoOf(day),
    nextAt: from,
    congratulated: isCongratulated ? done.year : null,
  };
}

const LOOKED_AHEAD_DAYS = 3;

/** Plans the coming birthdays again with the current time zone data. */
export async function replan(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const to = new Date(now.getTime() + days(LOOKED_AHEAD_DAYS));
  const coming = await listComing(ctx.db, { from: now, to });
  const moved = coming.flatMap((person) => {
    const date = birthDateOf(person);
    if (!date) return [];
    const { day, from } = nextOccurrence(date, person.timeZone, now);
    if (from.getTime() === person.nextAt?.getTime()) return [];
    return [{ userId: person.userId, nextOn: isoOf(day), nextAt: from, congratulated: null }];
  });
  await planMany(ctx.db, moved);
}
