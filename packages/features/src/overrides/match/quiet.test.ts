import type { QuietHours } from '@tally/contract';
import { expect, it } from 'vitest';
import { isQuiet, quietUntil } from './quiet.ts';

const quiet = (timeZone: string, from: string, until: string): QuietHours => ({
  enabled: true,
  timeZone,
  from,
  until,
  mode: 'skip',
});
const night = (timeZone: string) => quiet(timeZone, '22:00', '07:00');
type Case = [name: string, hours: QuietHours, moments: [at: string, isQuiet: boolean][]];

const ordinary: Case[] = [
  [
    'over midnight',
    night('UTC'),
    [
      ['2026-05-01T21:59:59.999Z', false],
      ['2026-05-01T22:00:00Z', true],
      ['2026-05-01T23:59:59Z', true],
      ['2026-05-02T00:00:00Z', true],
      ['2026-05-02T06:59:59.999Z', true],
      ['2026-05-02T07:00:00Z', false],
    ],
  ],
  [
    'within a day',
    quiet('UTC', '12:00', '13:30'),
    [
      ['2026-05-01T11:59:00Z', false],
      ['2026-05-01T12:00:00Z', true],
      ['2026-05-01T13:29:59Z', true],
      ['2026-05-01T13:30:00Z', false],
    ],
  ],
  [
    'until midnight',
    quiet('UTC', '20:00', '00:00'),
    [
      ['2026-05-01T23:59:59Z', true],
      ['2026-05-02T00:00:00Z', false],
    ],
  ],
  [
    'in Kathmandu, 5:45 ahead',
    night('Asia/Kathmandu'),
    [
      ['2026-05-01T16:14:59Z', false],
      ['2026-05-01T16:15:00Z', true],
      ['2026-05-02T01:14:59Z', true],
      ['2026-05-02T01:15:00Z', false],
    ],
  ],
  [
    'in New York, where the night lies in the next day of UTC',
    night('America/New_York'),
    [
      ['2026-07-02T01:59:59Z', false],
      ['2026-07-02T02:00:00Z', true],
      ['2026-07-02T10:59:59Z', true],
      ['2026-07-02T11:00:00Z', false],
    ],
  ],
  [
    'on Kiritimati, a day ahead',
    quiet('Pacific/Kiritimati', '01:00', '02:00'),
    [
      ['2026-05-01T11:00:00Z', true],
      ['2026-05-01T12:00:00Z', false],
    ],
  ],
];

const jumps: Case[] = [
  [
    'Berlin forward: the night is an hour shorter',
    night('Europe/Berlin'),
    [
      ['2026-03-28T20:59:59Z', false],
      ['2026-03-28T21:00:00Z', true],
      ['2026-03-29T04:59:59Z', true],
      ['2026-03-29T05:00:00Z', false],
    ],
  ],
  [
    'Berlin back: the night is an hour longer',
    night('Europe/Berlin'),
    [
      ['2026-10-24T20:00:00Z', true],
      ['2026-10-25T05:59:59Z', true],
      ['2026-10-25T06:00:00Z', false],
    ],
  ],
  [
    'a beginning that does not exist is the jump',
    quiet('Europe/Berlin', '02:30', '07:00'),
    [
      ['2026-03-29T00:59:59.999Z', false],
      ['2026-03-29T01:00:00Z', true],
      ['2026-03-29T04:59:59Z', true],
      ['2026-03-29T05:00:00Z', false],
    ],
  ],
  [
    'an end that does not exist is the jump',
    quiet('America/New_York', '22:00', '02:30'),
    [
      ['2026-03-08T06:59:59.999Z', true],
      ['2026-03-08T07:00:00Z', false],
    ],
  ],
  [
    'an end that comes twice is the second one, with no gap between',
    quiet('America/New_York', '22:00', '01:30'),
    [
      ['2026-11-01T05:29:59Z', true],
      ['2026-11-01T05:30:00Z', true],
      ['2026-11-01T06:00:00Z', true],
      ['2026-11-01T06:29:59Z', true],
      ['2026-11-01T06:30:00Z', false],
    ],
  ],
  [
    'a beginning that comes twice is the first one',
    quiet('Europe/Berlin', '02:30', '07:00'),
    [
      ['2026-10-25T00:29:59Z', false],
      ['2026-10-25T00:30:00Z', true],
      ['2026-10-25T01:10:00Z', true],
      ['2026-10-25T06:00:00Z', false],
    ],
  ],
  [
    'Lord Howe jumps by half an hour, back',
    quiet('Australia/Lord_Howe', '22:00', '01:45'),
    [
      ['2026-04-04T10:59:59Z', false],
      ['2026-04-04T11:00:00Z', true],
      ['2026-04-04T14:50:00Z', true],
      ['2026-04-04T15:14:59Z', true],
      ['2026-04-04T15:15:00Z', false],
    ],
  ],
  [
    'Lord Howe jumps by half an hour, forward',
    quiet('Australia/Lord_Howe', '22:00', '02:15'),
    [
      ['2026-10-03T11:29:59Z', false],
      ['2026-10-03T11:30:00Z', true],
      ['2026-10-03T15:29:59.999Z', true],
      ['2026-10-03T15:30:00Z', false],
    ],
  ],
  [
    'Apia left out a whole day in 2011',
    night('Pacific/Apia'),
    [
      ['2011-12-30T08:00:00Z', true],
      ['2011-12-30T17:00:00Z', false],
    ],
  ],
];

it.each([...ordinary, ...jumps])('%s', (_, hours, moments) =>
  expect(moments.map(([at]) => [at, isQuiet(hours, new Date(at))])).toEqual(moments),
);

it('returns the end of the quiet hours', () => {
  expect(quietUntil(night('Europe/Berlin'), new Date('2026-03-29T01:00:00Z'))).toEqual(
    new Date('2026-03-29T05:00:00Z'),
  );
  expect(quietUntil(night('Europe/Berlin'), new Date('2026-03-29T12:00:00Z'))).toBeNull();
});

it('is off when it is off, or has no length', () => {
  const at = new Date('2026-05-01T23:00:00Z');
  expect(isQuiet({ ...night('UTC'), enabled: false }, at)).toBe(false);
  expect(isQuiet(quiet('UTC', '23:00', '23:00'), at)).toBe(false);
});
