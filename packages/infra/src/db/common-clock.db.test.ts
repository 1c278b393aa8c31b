import { type Log, minutes, silentLog } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { testTimers } from '@tally/tests/timers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { followClock } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

/** A process on a machine whose clock is wrong. The built-in engine acts as a Postgres here. */
async function startOn(machine: { aheadMs: number }) {
  const timers = testTimers();
  const warn = vi.fn<Log['warn']>();
  const clock = await followClock(
    { db: database.db, embedded: null },
    { clock: { now: () => new Date(Date.now() + machine.aheadMs) }, timers, log: { ...silentLog, warn } },
  );
  const errorMs = () => Math.abs(clock.now().getTime() - Date.now());
  return { clock, timers, warn, errorMs };
}

test('a process uses the time of Postgres, also after its machine’s clock was set', async () => {
  const machine = { aheadMs: minutes(5) };
  const { clock, timers, warn, errorMs } = await startOn(machine);
  expect(errorMs()).toBeLessThan(minutes(1));
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { offsetMs: expect.any(Number) },
    'Postgres has another time than this machine; the time of Postgres counts.',
  );
  machine.aheadMs = -minutes(10);
  await timers.pass(minutes(1));
  await vi.waitFor(() => expect(errorMs()).toBeLessThan(minutes(1)));
  await clock.close();
});

test('a correct clock is left alone, however long the answer takes', async () => {
  const { clock, warn } = await startOn({ aheadMs: 0 });
  vi.useFakeTimers({ toFake: ['Date'] });
  expect(clock.now()).toEqual(new Date());
  vi.useRealTimers();
  expect(warn).not.toHaveBeenCalled();
  await clock.close();
});
