import { describe, expect, it } from 'vitest';
import {
  celebratedIn,
  type Day,
  dayIn,
  endOfDay,
  monthDayOf,
  nextOccurrence,
  occurrenceAfter,
  startOfDay,
} from './calendar.ts';

const zones = [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kyiv', 'Asia/Calcutta', 'US/Eastern']),
];
const daysOf = (year: number): Day[] =>
  Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(year, 0, 1 + n)))
    .filter((date) => date.getUTCFullYear() === year)
    .map((date) => ({ year, month: date.getUTCMonth() + 1, day: date.getUTCDate() }));

/** Zones whose days all begin at the same moments are tested once, which leaves seventy of four hundred. */
function distinctZones(year: number): string[] {
  const seen = new Map<string, string>();
  for (const zone of zones) {
    const starts = daysOf(year).map((day) => startOfDay(zone, day).getTime());
    seen.set(starts.join(' '), zone);
  }
  return [...seen.values()];
}

const distinct = distinctZones(2028);

describe('the day of a zone', () => {
  // 2028 is a leap year.
  it('begins where the one before ends, in every zone and on all 366 days; its first second belongs to it', () => {
    const days = daysOf(2028);
    expect(days).toHaveLength(366);
    const wrong: string[] = [];
    for (const zone of distinct) {
      let from = startOfDay(zone, days[0] as Day);
      for (const day of days) {
        const until = endOfDay(zone, day);
        const hours = (until.getTime() - from.getTime()) / 3_600_000;
        const isRight =
          hours >= 22 &&
          hours <= 26 &&
          sameDay(dayIn(zone, from), day) &&
          !sameDay(dayIn(zone, new Date(from.getTime() - 1)), day);
        if (!isRight) wrong.push(`${zone} ${monthDayOf(day)}: ${from.toISOString()} – ${until.toISOString()}`);
        from = until;
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [
      'Africa/Cairo',
      { year: 2026, month: 4, day: 24 },
      '2026-04-23T22:00:00.000Z',
      'there is no midnight: 00:00 becomes 01:00',
    ],
    ['Asia/Beirut', { year: 2026, month: 3, day: 29 }, '2026-03-28T22:00:00.000Z', 'there is no midnight'],
    [
      'America/Havana',
      { year: 2026, month: 11, day: 1 },
      '2026-11-01T04:00:00.000Z',
      'midnight comes twice: the first',
    ],
    [
      'America/Santiago',
      { year: 2026, month: 4, day: 5 },
      '2026-04-05T04:00:00.000Z',
      'the hour before midnight comes twice',
    ],
    [
      'Australia/Lord_Howe',
      { year: 2026, month: 4, day: 5 },
      '2026-04-04T13:00:00.000Z',
      'half an hour back, later that day',
    ],
    ['Pacific/Apia', { year: 2011, month: 12, day: 30 }, '2011-12-30T10:00:00.000Z', 'a day that never was'],
    ['Asia/Kathmandu', { year: 2026, month: 1, day: 1 }, '2025-12-31T18:15:00.000Z', 'three quarters'],
  ])('%s %j begins at %s: %s', (zone, day, from) => {
    expect(startOfDay(zone, day).toISOString()).toBe(from);
  });

  it('an unknown zone counts as UTC instead of failing', () => {
    const day = { year: 2026, month: 3, day: 14 };
    expect(startOfDay('Mars/Olympus', day)).toEqual(new Date('2026-03-14'));
  });
});

const sameDay = (a: Day, b: Day): boolean => a.year === b.year && a.month === b.month && a.day === b.day;

describe('a birthday', () => {
  it('occurs exactly once a year, in every zone and on all 366 days, despite all clock changes', () => {
    const wrong: string[] = [];
    const start = new Date('2027-01-01T12:00:00Z');
    for (const zone of distinct) {
      for (const { month, day } of daysOf(2028)) {
        const date = { month, day, leapDay: 'feb28' } as const;
        const first = nextOccurrence(date, zone, start);
        // The person is greeted in the last moment of the day. After a restart, the next greeting is next year's.
        const second = occurrenceAfter(date, zone, { done: first.day, now: new Date(first.until.getTime() - 1) });
        const isOnce = second.day.year === first.day.year + 1 && second.from >= first.until && first.until > start;
        if (!isOnce) wrong.push(`${zone} ${month}/${day}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of 29 February is on the 28th or on 1 March in the other years', () => {
    const date = { month: 2, day: 29 } as const;
    expect(celebratedIn(2028, { ...date, leapDay: 'feb28' })).toEqual({ year: 2028, ...date });
    expect(celebratedIn(2027, { ...date, leapDay: 'feb28' })).toEqual({ year: 2027, month: 2, day: 28 });
    expect(celebratedIn(2100, { ...date, leapDay: 'mar1' })).toEqual({ year: 2100, month: 3, day: 1 });
  });

  it('the next one includes one that is running now; missed years are not made up for', () => {
    const date = { month: 3, day: 14, leapDay: 'feb28' } as const;
    const evening = new Date('2026-03-14T22:00:00Z');
    expect(nextOccurrence(date, 'Europe/London', evening).day.year).toBe(2026);
    expect(nextOccurrence(date, 'Asia/Tokyo', evening).day.year).toBe(2027);
    const late = { done: { year: 2020, month: 3, day: 14 }, now: evening };
    expect(occurrenceAfter(date, 'Asia/Tokyo', late).day.year).toBe(2027);
  });
});
