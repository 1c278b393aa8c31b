import type { JournalRow } from '@tally/contract/notifications/journal';
import { expect, test } from 'vitest';
import { todayOf } from './today.ts';

const now = new Date('2026-05-04T12:30:00Z');
const row = (ago: number, took: number | null, rest: Partial<JournalRow> = {}): JournalRow => {
  const detected = new Date(now.getTime() - ago);
  const sent = took === null ? null : new Date(detected.getTime() + took);
  return { kind: 'live', outcome: 'posted', ...rest, times: { detected, sent } } as JournalRow;
};
const hour = 3_600_000;

test('counts posts in their hour, and reports the median', () => {
  const today = todayOf([row(0, 1000), row(2 * hour, 3000), row(2 * hour, 9000)], now);
  expect([today.posted, today.medianMs]).toEqual([3, 3000]);
  expect(today.hours).toHaveLength(24);
  expect(today.hours.at(-1)?.posted).toBe(1);
  expect(today.hours.at(-3)?.posted).toBe(2);
  expect(today.hours.at(-1)?.at.toISOString()).toBe('2026-05-04T12:00:00.000Z');
});

test('an even number of posts: between the two in the middle', () => {
  expect(todayOf([row(0, 1000), row(0, 2000)], now).medianMs).toBe(1500);
});

test('ignores tests, yesterday, and posts that were never sent', () => {
  const today = todayOf([row(0, 5, { kind: 'test' }), row(25 * hour, 5), row(0, null, { outcome: 'failed' })], now);
  expect([today.posted, today.medianMs, today.hours.at(-1)?.failed]).toEqual([0, null, 1]);
});
