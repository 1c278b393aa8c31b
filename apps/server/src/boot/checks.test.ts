import { minutes, seconds } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { expect, it, vi } from 'vitest';
import { sometimes } from './checks.ts';

it('reuses a good answer for a while, and never a bad one', async () => {
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
