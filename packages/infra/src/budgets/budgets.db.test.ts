import { silentLog, systemRandom, systemTimers } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { countRefused, createCallBudgets, createCommonLimits } from './index.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
beforeEach(() => house.database.reset());
afterAll(() => house.close());

/** Each process opens its own doors to the same database. */
const processOf = () => createCallBudgets({ db: house.ctx.db, log: silentLog });
const at = new Date('2026-11-22T00:00:00Z');
const day = { name: 'units', at, since: new Date(at.getTime() - 1), limit: 100 };

test('two processes that borrow at the same time never exceed the budget', async () => {
  const [worker, api] = [processOf(), processOf()];
  const taken = await Promise.all(
    Array.from({ length: 12 }, (_, place) => (place % 2 ? worker : api).take({ ...day, count: 15 })),
  );
  expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(100);
  expect(await worker.take({ ...day, count: 1 })).toEqual({ granted: 0, used: 100 });
  await worker.giveBack({ ...day, count: 30 });
  expect(await api.take({ ...day, count: 40 })).toEqual({ granted: 30, used: 100 });
  expect([await worker.used(day), await api.used(day)]).toEqual([100, 100]);
});

test('a refusal of the platform stops every process until the next day', async () => {
  const [worker, api] = [processOf(), processOf()];
  await worker.take({ ...day, count: 10 });
  await api.exhaust(day);
  expect(await worker.take({ ...day, count: 1 })).toEqual({ granted: 0, used: 100 });
  const next = new Date(at.getTime() + 86_400_000);
  const tomorrow = { ...day, at: next, since: new Date(next.getTime() - 1) };
  expect(await worker.take({ ...tomorrow, count: 1 })).toEqual({ granted: 1, used: 1 });
  // The calls are returned too late, because that day is over.
  await api.giveBack({ ...day, count: 5 });
  expect(await api.used(tomorrow)).toBe(1);
});

test('without the database each process counts alone and calls continue', async () => {
  const db = { transaction: () => Promise.reject(new Error('connection refused')) } as never;
  const lonely = createCallBudgets({ db, log: silentLog });
  expect(await lonely.take({ ...day, count: 70 })).toEqual({ granted: 70, used: 70 });
  expect(await lonely.take({ ...day, count: 70 })).toEqual({ granted: 30, used: 100 });
});

/** A process with this many calls that never run, because its pacer fills no places. */
function hungry(limit: number, waiting = 100) {
  const limits = createCommonLimits({ db: house.ctx.db, timers: systemTimers, random: systemRandom, log: silentLog });
  const share = limits.share({ name: 'bot 1', limit });
  const calls = { waiting };
  share.connect({ demand: () => ({ occupied: 0, waiting: calls.waiting }), changed() {} });
  share.ask();
  return { share, calls, close: () => limits.close() };
}

test('processes divide a limit in the database, and the remaining ones use what the others return', async () => {
  const all = Array.from({ length: 4 }, () => hungry(20));
  const sizes = () => all.map(({ share }) => share.size);
  await vi.waitFor(() => expect(sizes()).toEqual([5, 5, 5, 5]), { timeout: 10_000 });
  const [one, idle, ...gone] = all;
  for (const each of gone) await each.close();
  if (idle) idle.calls.waiting = 0;
  await vi.waitFor(() => expect(sizes()).toEqual([20, 0, 0, 0]), { timeout: 10_000 });
  await one?.close();
  await idle?.close();
  const { rows } = await house.ctx.db.execute('select division from call_shares');
  expect(rows).toMatchObject([{ division: { holdings: {} } }]);
});

test('a call inside a transaction asks for places outside of it', async () => {
  const one = hungry(20, 0);
  await house.ctx.db.transaction(async () => {
    one.calls.waiting = 1;
    one.share.ask();
  });
  await vi.waitFor(() => expect(one.share.size).toBeGreaterThan(0), { timeout: 10_000 });
  await one.close();
});

test('processes of one address add up the calls that Discord refused', async () => {
  const [worker, bot] = [1, 2].map(() =>
    createCommonLimits({ db: house.ctx.db, timers: systemTimers, random: systemRandom, log: silentLog }),
  );
  const sum = (counts: readonly number[] = []) => counts.reduce((total, count) => total + count, 0);
  expect(await worker?.addRefused('address 1', 0)).toEqual([]);
  await Promise.all([worker?.addRefused('address 1', 20), bot?.addRefused('address 1', 7)]);
  await house.ctx.db.execute("update call_budgets set at = at - interval '5 minutes'");
  const counts = await bot?.addRefused('address 1', 3);
  expect([sum(counts), sum(counts?.slice(0, 20))]).toEqual([30, 3]);
  expect(sum(await bot?.addRefused('address 2', 1))).toBe(1);
  expect(await countRefused(house.ctx.db, 'address 1')).toBe(30);
  await house.ctx.db.execute("update call_budgets set at = at - interval '6 minutes'");
  expect(await countRefused(house.ctx.db, 'address 1')).toBe(3);
});
