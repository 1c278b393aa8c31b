import { duration } from '@tally/message/duration';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTypedTime, type TypedTime } from './typed-time.ts';
import { wallTimeIn } from './zones.ts';

const now = new Date('2026-01-10T12:00:00Z');
const read = (typed: string, zone = 'Europe/Berlin', at = now): TypedTime => readTypedTime(typed, { zone, now: at });
const minutesOf = (typed: string) => {
  const time = read(typed);
  return time.kind === 'length' ? time.milliseconds / 60_000 : time.kind;
};
const momentOf = (typed: string, zone?: string, at?: string) => {
  const time = read(typed, zone, at ? new Date(at) : now);
  return time.kind === 'moment' ? time.at.toISOString().replace(':00.000Z', 'Z') : time.kind;
};

describe('a length', () => {
  it.each([
    ['90', 90],
    ['90m', 90],
    ['5 minutes', 5],
    ['2 hours', 120],
    ['1 week', 10_080],
    ['1.5h', 90],
    ['1,5 h', 90],
    ['1h30', 90],
    ['1h30m', 90],
    [' 2D 12h ', 3600],
    ['1 day and 2 hours', 1560],
    ['1d 2h', 1560],
    ['30s', 0.5],
    ['٢ ساعة', 120],
    ['ساعتين', 120],
    ['ساعة و٣٠ دقيقة', 90],
    ['يومان و ساعة', 2940],
    ['۲ hours', 120],
    ['२ hours', 120],
    ['２ｈ', 120],
  ])('is read from “%s”', (typed, minutes) => expect(minutesOf(typed)).toBe(minutes));

  const length = fc.record({ days: fc.integer({ min: 0, max: 400 }), hours: fc.integer({ min: 0, max: 23 }) });
  it.each(['en-US', 'ar-SA'])('is read back as we write it in %s', (locale) => {
    const style = fc.constantFrom('narrow' as const, 'long' as const);
    fc.assert(
      fc.property(length, style, ({ days, hours }, each) => {
        fc.pre(days + hours > 0);
        const minutes = (days * 24 + hours) * 60;
        expect(minutesOf(duration(minutes * 60_000, locale, each))).toBe(minutes);
      }),
    );
  });

  const systems = Intl.supportedValuesOf('numberingSystem').filter(
    (system) => /^\p{Nd}$/u.test(new Intl.NumberFormat(`en-u-nu-${system}`).format(7)) && system !== 'latn',
  );
  it('is read in the digits of every script', () => {
    expect(systems.length).toBeGreaterThan(30);
    fc.assert(
      fc.property(fc.constantFrom(...systems), fc.integer({ min: 1, max: 9999 }), (system, minutes) => {
        const digits = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(minutes);
        expect(minutesOf(`${digits} minutes`)).toBe(minutes);
      }),
    );
  });
});

describe('a moment', () => {
  it.each([
    ['18:00', '2026-01-10T17:00Z'],
    ['12:30', '2026-01-11T11:30Z'],
    ['6pm', '2026-01-10T17:00Z'],
    ['6:30 pm', '2026-01-10T17:30Z'],
    ['today 18:00', '2026-01-10T17:00Z'],
    ['tomorrow', '2026-01-11T12:00Z'],
    ['Tomorrow at 18:00', '2026-01-11T17:00Z'],
    ['غداً ١٨:٠٠', '2026-01-11T17:00Z'],
    ['غدا الساعة ٦:٣٠', '2026-01-11T05:30Z'],
    ['24.12. 20:00', '2026-12-24T19:00Z'],
    ['24.12 20:00', '2026-12-24T19:00Z'],
    ['9.1. 20:00', '2027-01-09T19:00Z'],
    ['29.2. 20:00', '2028-02-29T19:00Z'],
    ['24.12.2026 20:00', '2026-12-24T19:00Z'],
    ['2026-12-24 20:00', '2026-12-24T19:00Z'],
    ['2026-07-24T20:00', '2026-07-24T18:00Z'],
  ])('is read from “%s” by the clock of the zone', (typed, at) => expect(momentOf(typed)).toBe(at));

  it('knows zones that differ by quarters of an hour', () => {
    expect(momentOf('2026-01-24 20:00', 'Asia/Kathmandu')).toBe('2026-01-24T14:15Z');
  });

  it('picks the next occurrence of an hour that occurs twice, and refuses one that clocks skip', () => {
    expect(momentOf('2026-10-25 02:30')).toBe('2026-10-25T00:30Z');
    expect(momentOf('02:30', 'Europe/Berlin', '2026-10-25T00:45:00Z')).toBe('2026-10-25T01:30Z');
    expect(momentOf('2026-03-29 02:30')).toBe('skipped');
    expect(momentOf('2026-03-29 02:30', 'UTC')).toBe('2026-03-29T02:30Z');
    expect(momentOf('02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z'), 'on the next day that has it').toBe(
      '2026-03-30T00:30Z',
    );
  });

  it('reports a time in the past', () => {
    for (const typed of ['today 10:00', '2025-12-24 20:00', '2026-01-10 12:59']) expect(momentOf(typed)).toBe('past');
  });

  it('shows the typed time in its zone, and is in the future', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    const start = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, time, start, (zone, [hour, minute], at) => {
        const typed = `${hour}:${String(minute).padStart(2, '0')}`;
        const read = readTypedTime(typed, { zone, now: at });
        if (read.kind !== 'moment') throw new Error(`${typed} is ${read.kind} in ${zone} at ${at.toISOString()}`);
        const shown = wallTimeIn(zone, read.at.getTime()) % 86_400_000;
        expect(shown / 60_000).toBe(hour * 60 + minute);
        expect(read.at.getTime()).toBeGreaterThan(at.getTime());
        expect(read.at.getTime() - at.getTime()).toBeLessThanOrEqual(49 * 3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  ['nothing', ['', ' ', '0', '0m', '-1m', '-1']],
  ['a unit that comes twice', ['1h 2h', '2 hours 30 hours']],
  ['a number whose unit is missing', ['5m5', '1d 3', '1.5']],
  ['a month, which has many lengths', ['1 month', '2 mo']],
  ['a point that may part thousands', ['1.500m']],
  ['a day and month that may be the other way round', ['24/12/2026 20:00', '12/24 20:00']],
  ['a day without a time', ['24.12.', '2026-12-24', 'today']],
  ['a day that does not exist', ['31.2. 10:00', '2026-02-31 10:00']],
  ['a time that does not exist', ['25:00', '18:60', '13pm', 'tomorrow 24:30']],
  ['other words', ['soon', 'm90', '90 m in', '1000000000m', '<script>']],
])('%s is unclear', (_, all) => {
  for (const typed of all) expect([typed, read(typed).kind]).toEqual([typed, 'unclear']);
});

it('no text makes it fail', () => {
  const kinds = fc.property(
    fc.string({ unit: 'binary', maxLength: 60 }),
    (typed) => typeof read(typed).kind === 'string',
  );
  expect(() => fc.assert(kinds)).not.toThrow();
});
