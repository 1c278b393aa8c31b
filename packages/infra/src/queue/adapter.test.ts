import { systemTimers } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { afterEach, expect, it, vi } from 'vitest';
import { bossClock } from './adapter.ts';

afterEach(() => void vi.useRealTimers());

it('schedules and maintenance continue when the machine’s clock is set back by a month', () => {
  const clock = bossClock(systemTimers);
  const before = clock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  vi.useFakeTimers({ toFake: ['Date'], now: before - 2_678_400_000 });
  expect(clock.now()).toBeGreaterThanOrEqual(before);
});

it('its timers are those of the house, and are called off', async () => {
  const timers = testTimers();
  const clock = bossClock(timers);
  const said: string[] = [];
  clock.setTimeout(() => said.push('once'), 20);
  clock.clearTimeout(clock.setTimeout(() => said.push('called off'), 20));
  const again = clock.setInterval(() => said.push('again'), 15);
  await timers.pass(30);
  clock.clearInterval(again);
  await timers.pass(100);
  expect(said).toEqual(['again', 'once', 'again']);
});
