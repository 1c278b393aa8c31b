import { expect, it } from 'vitest';
import { readSpan } from './span.ts';

const now = new Date('2026-01-10T12:00:00Z');
const read = (typed: string, zone = 'Europe/Berlin') => readSpan(typed, { zone, now });
const endOf = (typed: string, zone?: string) => read(typed, zone)?.endsAt?.toISOString();

it('a length is added up', () => {
  expect(read('90m')).toEqual({ minutes: 90, endsAt: null });
  expect(read(' 2D 12h ')).toEqual({ minutes: 3600, endsAt: null });
});

it('a moment is one by the clock of the zone, in summer and in winter', () => {
  expect(endOf('2026-01-24 20:00')).toBe('2026-01-24T19:00:00.000Z');
  expect(endOf('2026-07-24 20:00')).toBe('2026-07-24T18:00:00.000Z');
  expect(endOf('2026-01-24 20:00', 'Asia/Kathmandu')).toBe('2026-01-24T14:15:00.000Z');
});

it('an hour that comes twice is the first one; one that a zone leaps over is none', () => {
  expect(endOf('2026-10-25 02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(read('2026-03-29 02:30')).toBeNull();
  expect(endOf('2026-03-29 02:30', 'UTC')).toBe('2026-03-29T02:30:00.000Z');
});

it.each([
  '0m',
  '0',
  '-1m',
  '-1',
  '1000000000m',
  '2026-02-31 10:00',
  '2026-01-10 12:59',
  '2025-12-24 20:00',
  'soon',
  '',
])('%j is no end', (typed) => expect(read(typed)).toBeNull());
