import { expect, test } from 'vitest';
import { changeInWords, duration } from './index.ts';

test.each([
  [-5, '0s'],
  [0, '0s'],
  [40, '40ms'],
  [95, '0.1s'],
  [1_800, '1.8s'],
  [9_960, '10s'],
  [41_400, '41s'],
  [59_600, '1m'],
  [180_000, '3m'],
  [59 * 60_000 + 40_000, '1h'],
  [8_040_000, '2h 14m'],
  [86_399_000, '1d'],
  [443_000_000, '5d 3h'],
])('%d ms are %s', (time, shown) => expect(duration(time, 'en-US')).toBe(shown));

test('in a sentence it has words', () => {
  expect(duration(90 * 60_000, 'en-US', 'long')).toBe('1 hour 30 minutes');
  expect(duration(14 * 86_400_000, 'en-US', 'long')).toBe('14 days');
});

test('Arabic has its own letters and words, and western digits', () => {
  expect(duration(8_040_000, 'ar-SA')).toBe('2 س 14 د');
  expect(duration(2 * 86_400_000, 'ar-SA', 'long')).toBe('يومان');
  expect(duration(3 * 60_000, 'ar-SA', 'long')).toBe('3 دقائق');
});

test('a change of a duration is shown in words, in the language of the reader', () => {
  const dated = (at: Date) => at.toUTCString().slice(5, 16);
  expect(changeInWords('durationMinutes', '60 → 120', 'en-US', dated)).toBe('1 hour → 2 hours');
  expect(changeInWords('claimMinutes', 'null → 30', 'en-US', dated)).toBe('null → 30 minutes');
  expect(changeInWords('winnerRoleDays', '1 → 7', 'en-US', dated)).toBe('1 day → 7 days');
  expect(changeInWords('durationMinutes', '60 → 120', 'ar', dated)).toBe('ساعة → ساعتان');
  expect(changeInWords('winnerCount', '1 → 2', 'en-US', dated)).toBe('1 → 2');
  const moved = '2026-11-29T23:53:52.345Z → 2026-11-30T04:53:52.345Z';
  expect(changeInWords('endsAt', moved, 'en-US', dated)).toBe('29 Nov 2026 → 30 Nov 2026');
});
