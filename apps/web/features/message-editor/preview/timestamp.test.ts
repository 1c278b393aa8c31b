import { expect, test } from 'vitest';
import { showTimestamp } from './timestamp.ts';

const at = new Date(2026, 10, 21, 18, 5, 9);
const show = (style: string) => showTimestamp({ at, style, now: new Date(2026, 10, 21, 18, 8, 9), locale: 'en-US' });

test.each([
  ['R', '3 minutes ago'],
  ['t', '6:05 PM'],
  ['D', 'November 21, 2026'],
  ['f', 'November 21, 2026 at 6:05 PM'],
  ['?', 'November 21, 2026 at 6:05 PM'],
])('style %s is %s', (style, text) => {
  expect(show(style).replaceAll('\u202f', ' ')).toBe(text);
});
