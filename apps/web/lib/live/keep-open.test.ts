import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Attempt, keepOpen } from './keep-open.ts';

let attempts: Attempt[];
let closed: number;
let asked: number;
let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  attempts = [];
  closed = 0;
  asked = 0;
  end = keepOpen((attempt) => {
    attempts.push(attempt);
    return { close: () => void (closed += 1), ask: () => void (asked += 1) };
  });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('waits twice as long after each failure, half a minute at most, and a good one ends that', () => {
  const pauses = [1, 2, 4, 8, 16, 30, 30];
  for (const [number, seconds] of pauses.entries()) {
    attempts[number]?.lost();
    attempts[number]?.lost();
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(attempts).toHaveLength(number + 1);
    vi.advanceTimersByTime(1);
    expect(attempts).toHaveLength(number + 2);
  }
  attempts.at(-1)?.works();
  attempts.at(-1)?.lost();
  vi.advanceTimersByTime(1_000);
  expect(attempts).toHaveLength(pauses.length + 2);
});

it('waits no longer than its page can tolerate', () => {
  end();
  let begun = 0;
  let lose = () => {};
  end = keepOpen(
    ({ lost }) => {
      begun += 1;
      lose = lost;
      return { close: () => {} };
    },
    { longestPauseMs: 3_000 },
  );
  for (const seconds of [1, 2, 3, 3]) {
    lose();
    vi.advanceTimersByTime(seconds * 1_000);
  }
  expect(begun).toBe(5);
});

it('is opened at once where the other side asks for it', () => {
  attempts[0]?.lost(true);
  vi.advanceTimersByTime(0);
  expect([attempts.length, closed]).toEqual([2, 1]);
});

it('a connection that stays silent when asked is lost; one that answers is not', () => {
  for (let each = 0; each < 10; each += 1) {
    vi.advanceTimersByTime(15_000);
    attempts[0]?.heard();
  }
  expect([attempts.length, asked]).toEqual([1, 10]);
  vi.advanceTimersByTime(62_000);
  expect([attempts.length, closed]).toEqual([2, 1]);
});

it('nothing is opened any more after the end', () => {
  attempts[0]?.lost();
  end();
  vi.advanceTimersByTime(600_000);
  expect(attempts).toHaveLength(1);
});
