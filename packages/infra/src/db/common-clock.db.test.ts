import { type Log, minutes, seconds, silentLog, systemTimers, type Timers } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { testTimers } from '@tally/tests/timers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { followClock } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

/** Starts a process on a machine with a wrong clock. The built-in engine acts as a Postgres here. */
async function startOn(machine: { aheadMs: number }, timers: Timers = systemTimers) {
  const warn = vi.fn<Log['warn']>();
  const clock = await followClock(
    { db: database.db, embedded: null },
    { clock: { now: () => new Date(Date.now() + machine.aheadMs) }, timers, log: { ...silentLog, warn } },
  );
  const errorMs = () => Math.abs(clock.now().getTime() - Date.now());
  return { clock, warn, errorMs };
}

test('a process uses the time of Postgres, and a machine whose clock is set changes nothing', async () => {
  const machine = { aheadMs: minutes(5) };
  const { clock, warn, errorMs } = await startOn(machine);
  expect(errorMs()).toBeLessThan(minutes(1));
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { offsetMs: expect.any(Number) },
    'Postgres has another time than this machine; the time of Postgres counts.',
  );
  machine.aheadMs = -minutes(600);
  expect(errorMs()).toBeLessThan(minutes(1));
  await clock.close();
});

test('after a machine has slept, its process measures at once', async () => {
  const machine = { aheadMs: 0 };
  const timers = testTimers();
  const { clock, errorMs } = await startOn(machine, timers);
  // These timers are ahead of the machine and of Postgres, because only the difference matters.
  await timers.pass(seconds(40));
  machine.aheadMs = -seconds(40);
  clock.now();
  await vi.waitFor(() => expect(errorMs()).toBeLessThan(seconds(20)));
  await clock.close();
});

test('a correct clock is left alone, however long the answer takes', async () => {
  const { clock, warn, errorMs } = await startOn({ aheadMs: 0 });
  expect(errorMs()).toBeLessThan(seconds(1));
  expect(warn).not.toHaveBeenCalled();
  await clock.close();
});
