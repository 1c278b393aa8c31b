import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBreaker } from './breaker.ts';
import { createPacer } from './pacer.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const nowMs = (): number => Date.now();

test('no window of the given length ever holds more calls than allowed, and nobody is kept longer than needed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 60 }),
      async (count, pauses) => {
        const pacer = createPacer({ count, windowMs: 1000, nowMs });
        const left: number[] = [];
        for (const pause of pauses) {
          await vi.advanceTimersByTimeAsync(pause);
          void pacer.turn().then(() => left.push(nowMs()));
        }
        await vi.advanceTimersByTimeAsync(1000 * Math.ceil(pauses.length / count) + 1000);
        expect(left).toHaveLength(pauses.length);
        const spans = left.slice(count).map((at, place) => at - (left[place] as number));
        expect(Math.min(1000, ...spans)).toBe(1000);
        await vi.advanceTimersByTimeAsync(1000);
      },
    ),
    { numRuns: 50 },
  );
});

test('who gives up waiting frees the place', async () => {
  const pacer = createPacer({ count: 1, windowMs: 1000, nowMs });
  await pacer.turn();
  const control = new AbortController();
  const impatient = pacer.turn(control.signal);
  const patient = pacer.turn();
  control.abort(new Error('too late'));
  await expect(impatient).rejects.toThrow('too late');
  await vi.advanceTimersByTimeAsync(1000);
  await patient;
  await expect(pacer.turn(control.signal)).rejects.toThrow('too late');
});

test('the breaker opens at its limit and closes when the calls are ten minutes old', () => {
  const breaker = createBreaker({ limit: 3, nowMs });
  breaker.count(403, 'user');
  breaker.count(200, null);
  breaker.count(429, 'shared');
  vi.setSystemTime(300_000);
  breaker.count(401, null);
  expect(breaker.closedForMs()).toBe(0);
  breaker.count(429, 'user');
  expect(breaker.invalid).toBe(3);
  const wait = breaker.closedForMs();
  expect(wait).toBeGreaterThan(0);
  vi.setSystemTime(300_000 + wait - 1);
  expect(breaker.closedForMs()).toBeGreaterThan(0);
  vi.setSystemTime(300_000 + wait);
  expect(breaker.closedForMs()).toBe(0);
  expect(300_000 + wait).toBeGreaterThanOrEqual(600_000);
  expect(breaker.invalid).toBe(2);
  vi.setSystemTime(5_000_000);
  expect(breaker.invalid).toBe(0);
});
