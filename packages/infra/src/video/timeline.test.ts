import { expect, test } from 'vitest';
import { comesTwice, shiftOf, type Timeline } from './timeline.ts';

const before: Timeline = { shift: -100, ends: { video: 20, audio: 20.02 } };

test('a recording begins at zero with its first packet', () => {
  expect(shiftOf(null, { video: 11.48, audio: 11.42 }, false)).toBe(-11.42);
});

test('a continuous clock is left alone, with its gaps and roundings', () => {
  for (const video of [120, 119.995, 125]) expect(shiftOf(before, { video, audio: video + 0.02 }, false)).toBe(-100);
});

test.each([
  ['begins anew', { video: 0.03, audio: 0 }, false],
  ['jumps back a little', { video: 119, audio: 119.02 }, false],
  ['jumps far ahead', { video: 900, audio: 900.02 }, false],
  ['is said to be another one', { video: 120, audio: 119.9 }, true],
])('where it %s, the frames directly follow those before, and audio stays in sync', (_what, begins, isBreak) => {
  expect(begins.video + shiftOf(before, begins, isBreak)).toBeCloseTo(20, 9);
});

test('audio that is already there is not repeated', () => {
  expect([comesTwice('audio', 20, before.ends), comesTwice('audio', 20.02, before.ends)]).toEqual([true, false]);
  expect([comesTwice('video', 19, before.ends), comesTwice('audio', 0, {})]).toEqual([false, false]);
});

test('a track that is missing for a while is ignored', () => {
  expect(shiftOf(before, { audio: 120.02 }, false)).toBe(-100);
  expect(shiftOf({ shift: 0, ends: { video: 20 } }, { video: 3, audio: 2.9 }, true)).toBeCloseTo(17, 9);
});
