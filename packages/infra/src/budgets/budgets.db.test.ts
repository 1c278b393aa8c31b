import { silentLog } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCallBudgets } from './index.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
beforeEach(() => house.database.reset());
afterAll(() => house.close());

/** Each process has its own doors to the same database. */
const processOf = () => createCallBudgets({ db: house.ctx.db, log: silentLog });
const at = new Date('2026-11-22T00:00:00Z');
const day = { name: 'units', at, since: new Date(at.getTime() - 1), limit: 100 };

test('two processes that take at the same time never exceed the budget', async () => {
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
  // Returned too late: that day has passed.
  await api.giveBack({ ...day, count: 5 });
  expect(await api.used(tomorrow)).toBe(1);
});

test('without the database each process counts alone and calls continue', async () => {
  const db = { transaction: () => Promise.reject(new Error('connection refused')) } as never;
  const lonely = createCallBudgets({ db, log: silentLog });
  expect(await lonely.take({ ...day, count: 70 })).toEqual({ granted: 70, used: 70 });
  expect(await lonely.take({ ...day, count: 70 })).toEqual({ granted: 30, used: 100 });
});
