import { expect, test } from 'vitest';
import { bucketsOf } from './buckets.ts';

const at = (minute: number, people: number) => ({ at: new Date(Date.UTC(2026, 10, 24, 12, minute)), people });
const heights = (minutes: ReturnType<typeof at>[], most: number) =>
  bucketsOf(minutes, most).map(({ people }) => people);

test('every entry is in one bar, quiet minutes have bars too, and all bars fit', () => {
  expect(heights([], 10)).toEqual([]);
  expect(heights([at(0, 4)], 10)).toEqual([4]);
  expect(heights([at(0, 4), at(3, 1)], 10)).toEqual([4, 0, 0, 1]);
  expect(heights([at(0, 4), at(1, 2), at(9, 3)], 5)).toEqual([6, 0, 0, 0, 3]);
  const long = Array.from({ length: 600 }, (_, minute) => at(minute, 1));
  expect(heights(long, 48).length).toBeLessThanOrEqual(48);
  expect(heights(long, 48).reduce((sum, people) => sum + people, 0)).toBe(600);
});
