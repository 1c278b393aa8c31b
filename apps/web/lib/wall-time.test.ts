import { expect, test } from 'vitest';
import { momentOf, wallOf } from './wall-time.ts';

test('a wall time is a moment of its zone, and reads back', () => {
  const evening = momentOf('Europe/Oslo', '2026-12-24T20:00');
  expect(evening).toEqual(new Date('2026-12-24T19:00:00Z'));
  expect(wallOf('Europe/Oslo', evening as Date)).toBe('2026-12-24T20:00');
  expect(wallOf('America/New_York', evening as Date)).toBe('2026-12-24T14:00');
});

test('a time that the clocks skip is read an hour later, and of two the first counts', () => {
  expect(momentOf('Europe/Oslo', '2026-03-29T02:30')).toEqual(new Date('2026-03-29T01:30:00Z'));
  expect(momentOf('Europe/Oslo', '2026-10-25T02:30')).toEqual(new Date('2026-10-25T00:30:00Z'));
  expect(momentOf('Europe/Oslo', 'soon')).toBeNull();
});
