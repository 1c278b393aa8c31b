import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEase } from './ease.ts';

let heard: number[];
beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
});
afterEach(() => void vi.useRealTimers());
const ease = () => createEase((volume) => heard.push(volume));

test('it grows for two seconds from nearly nothing, and then nothing more happens', () => {
  const own = ease();
  own.aim(50);
  heard = [];
  own.begin(true);
  expect(heard).toEqual([1]);
  vi.advanceTimersByTime(1_000);
  expect(heard.at(-1)).toBe(25);
  vi.advanceTimersByTime(1_000);
  expect(heard.at(-1)).toBe(50);
  expect(heard).toEqual(heard.toSorted((one, other) => one - other));
  const many = heard.length;
  vi.advanceTimersByTime(60_000);
  expect([heard.length, vi.getTimerCount()]).toEqual([many, 0]);
});

test('stays nearly silent until it begins, however late that is', () => {
  const own = ease();
  own.hold(true);
  own.aim(50);
  vi.advanceTimersByTime(5_000);
  expect([heard.at(-1), Math.max(...heard)]).toEqual([1, 1]);
});

test('a new volume during the fade changes its target; silence applies at once', () => {
  const own = ease();
  own.aim(50);
  own.begin(true);
  vi.advanceTimersByTime(1_000);
  own.aim(100);
  expect(heard.at(-1)).toBe(50);
  own.aim(0);
  expect(heard.at(-1)).toBe(0);
});

test('where it shall not grow it is there at once', () => {
  const own = ease();
  own.aim(70);
  heard = [];
  own.begin(false);
  expect([heard, vi.getTimerCount()]).toEqual([[70], 0]);
});
