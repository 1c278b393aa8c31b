import { minutes, seconds } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { expect, it, vi } from 'vitest';
import { sometimes } from './checks.ts';

it('a good answer is believed for a while, a bad one not at all', async () => {
  const timers = testTimers();
  const ask = vi.fn<() => Promise<void>>(async () => undefined);
  const check = sometimes(timers, ask, seconds(30));
  await check();
  await timers.pass(seconds(30) - 1);
  await check();
  expect(ask).toHaveBeenCalledOnce();
  await timers.pass(1);
  ask.mockRejectedValue(new Error('away'));
  await expect(check()).rejects.toThrow('away');
  await expect(check()).rejects.toThrow('away');
  await timers.pass(minutes(1));
  expect(ask).toHaveBeenCalledTimes(3);
});
