import type { JournalRow } from '@tally/contract/notifications/journal';
import type { TodayLine } from '@tally/contract/servers/home';
import { expect, test } from 'vitest';
import { timelineOf, todayOf } from './today.ts';

const now = new Date('2026-05-04T12:30:00Z');
const row = (ago: number, took: number | null, rest: Partial<JournalRow> = {}): JournalRow => {
  const detected = new Date(now.getTime() - ago);
  const sent = took === null ? null : new Date(detected.getTime() + took);
  return { id: `${ago}`, kind: 'live', outcome: 'posted', ...rest, times: { detected, sent } } as JournalRow;
};
const line = (id: string, ahead: number): TodayLine =>
  ({ id, about: 'giveaways', at: new Date(now.getTime() + ahead), text: id, path: '/' }) as const;
const hour = 3_600_000;
const failed = { outcome: 'failed' } as const;

test('counts posts, and reports the median', () => {
  expect(todayOf([row(9000, 1000), row(2 * hour, 3000), row(2 * hour, 9000)], now)).toEqual({
    posted: 3,
    medianMs: 3000,
  });
});

test('an even number of posts: between the two in the middle', () => {
  expect(todayOf([row(9000, 1000), row(9000, 2000)], now).medianMs).toBe(1500);
});

test('ignores tests, yesterday, and posts that were never sent', () => {
  const today = todayOf([row(hour, 5, { kind: 'test' }), row(25 * hour, 5), row(hour, null, failed)], now);
  expect([today.posted, today.medianMs]).toEqual([0, null]);
});

test('the day in order: past posts and events, then the next ones', () => {
  const rows = [row(2 * hour, null, failed), row(4 * hour, 84), row(hour, 5, { kind: 'update' }), row(30 * hour, 5)];
  const { past, coming } = timelineOf({ rows, lines: [line('party', 5 * hour), line('over', -3 * hour)] }, now);
  expect(past.map(({ key }) => key)).toEqual([`${4 * hour}`, 'over', `${2 * hour}`]);
  expect(coming.map(({ key }) => key)).toEqual(['party']);
});

test('of a busy day the newest past and the nearest future are kept', () => {
  const rows = Array.from({ length: 20 }, (_, index) => row((index + 1) * 60_000, 5));
  const lines = Array.from({ length: 20 }, (_, index) => line(`line ${index}`, (index + 1) * 60_000));
  const { past, coming } = timelineOf({ rows, lines }, now);
  expect([past.length, past.at(-1)?.key]).toEqual([8, '60000']);
  expect([coming.length, coming[0]?.key]).toEqual([8, 'line 0']);
});
