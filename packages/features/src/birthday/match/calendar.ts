import type { LeapDay } from '@tally/contract';
import { wallTimeIn } from '@tally/kernel';

/** A calendar day without a time zone. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface BirthDate {
  readonly month: number;
  readonly day: number;
  readonly leapDay: LeapDay;
}

const DAY = 86_400_000;

/** We look up offsets only for midnights in UTC, so neighboring zones share the cached values. */
const offsets = new Map<string, number>();
const MOST_OFFSETS = 20_000;

function offsetOf(zone: string, ms: number): number {
  const key = `${zone} ${ms}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = wallTimeIn(zone, ms) - ms;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

const toUtc = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day);

export function dayIn(zone: string, at: Date): Day {
  const wall = new Date(wallTimeIn(zone, at.getTime()));
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() };
}

/**
 * Returns the first moment of a day in a zone. If the clocks skip midnight, it is the moment of the change. If a whole
 * day does not exist (Apia, 30 December 2011), it is the start of the next day.
 */
export function startOfDay(zone: string, day: Day): Date {
  const midnight = toUtc(day);
  const [before, after] = [offsetOf(zone, midnight - DAY), offsetOf(zone, midnight + DAY)];
  if (before === after) return new Date(midnight - before);
  // The clocks change near this midnight, so we search for the first moment whose local date is this day or later.
  let [early, late] = [midnight - DAY, midnight + DAY];
  while (late - early > 1000) {
    const middle = early + Math.floor((late - early) / 2000) * 1000;
    if (wallTimeIn(zone, middle) >= midnight) late = middle;
    else early = middle;
  }
  return new Date(late);
}

export function endOfDay(zone: string, day: Day): Date {
  const next = new Date(toUtc(day) + DAY);
  return startOfDay(zone, {
    year: next.getUTCFullYear(),
    month: next.getUTCMonth() + 1,
    day: next.getUTCDate(),
  });
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export function celebratedIn(year: number, { month, day, leapDay }: BirthDate): Day {
  if (month !== 2 || day !== 29 || isLeapYear(year)) return { year, month, day };
  return leapDay === 'feb28' ? { year, month: 2, day: 28 } : { year, month: 3, day: 1 };
}

export interface Occurrence {
  readonly day: Day;
  readonly from: Date;
  readonly until: Date;
}

const occurrenceOf = (zone: string, day: Day): Occurrence => ({
  day,
  from: startOfDay(zone, day),
  until: endOfDay(zone, day),
});

/** Returns the current birthday if it is today, or the next one. */
export function nextOccurrence(date: BirthDate, zone: string, now: Date): Occurrence {
  const { year } = dayIn(zone, now);
  const current = occurrenceOf(zone, celebratedIn(year, date));
  return current.until > now ? current : occurrenceOf(zone, celebratedIn(year + 1, date));
}

/** Returns the birthday after the one that was handled last, and skips missed years. */
export function occurrenceAfter(date: BirthDate, zone: string, about: { done: Day; now: Date }): Occurrence {
  const following = occurrenceOf(zone, celebratedIn(about.done.year + 1, date));
  return following.until > about.now ? following : nextOccurrence(date, zone, about.now);
}

const two = (number: number): string => String(number).padStart(2, '0');
export const isoOf = ({ year, month, day }: Day): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
export const monthDayOf = ({ month, day }: Pick<Day, 'month' | 'day'>): string => `${two(month)}/${two(day)}`;

export function readIso(iso: string): Day {
  const [year, month, day] = iso.split('-').map(Number) as [number, number, number];
  return { year, month, day };
}

export function readMonthDay(text: string): Pick<Day, 'month' | 'day'> {
  const [month, day] = text.split('/').map(Number) as [number, number];
  return { month, day };
}

export const isDayOfYear = (year: number, { month, day }: Pick<Day, 'month' | 'day'>): boolean =>
  new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1;
