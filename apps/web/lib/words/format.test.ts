import { describe, expect, test } from 'vitest';
import { amount, clock, date, fullCount, price, relativeTime, shortCount } from './format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1000'],
  [1001, '1K'],
  [1500, '1.5K'],
  [12_345, '12.3K'],
  [999_999, '999.9K'],
  [1_000_000, '1000K'],
  [1_000_001, '1M'],
  [2_340_000, '2.3M'],
  [-1500, '-1.5K'],
])('%d is shown as %s', (count, shown) => {
  expect(shortCount(count)).toBe(shown);
});

test('prices are hundredths with two decimals', () => {
  expect(amount(500)).toBe('5.00');
  expect(amount(1099)).toBe('10.99');
  expect(price(1000, 'en-US')).toBe('$10.00');
});

test('a clock counts beyond a day', () => {
  expect(clock(8_049_000)).toBe('02:14:09');
  expect(clock(100 * 3_600_000)).toBe('100:00:00');
  expect(clock(-1)).toBe('00:00:00');
});

describe('Arabic', () => {
  const day = new Date('2026-11-21T12:00:00Z');

  test('keeps western digits', () => {
    expect(fullCount(1234, 'ar-SA')).toMatch(/1.234/);
    // The price is isolated, so it keeps its order in a right-to-left sentence.
    expect(price(1000, 'ar-SA')).toBe('\u206610.00\u00a0US$\u2069');
  });

  test('keeps the common calendar', () => {
    expect(date(day, 'ar-SA')).toContain('2026');
  });

  test('says how long ago in its own words', () => {
    expect(relativeTime(new Date(day.getTime() - 180_000), day, 'ar-SA')).toMatch(/3/);
    expect(relativeTime(new Date(day.getTime() - 180_000), day, 'en-US')).toBe('3 minutes ago');
  });
});
