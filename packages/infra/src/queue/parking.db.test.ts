import { type AnyHandledJob, type Ctx, defineJob, silentLog } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { testQueue } from '@tally/tests/queue';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { QueueRunner } from './index.ts';

/** These tests cover jobs after their last attempt. */
let database: TestDatabase;
let queue: QueueRunner;
beforeAll(async () => {
  database = await testDb();
});
beforeEach(async () => {
  await database.session((session) => session.script('drop schema if exists pgboss cascade'));
  queue = testQueue({ database });
});
afterEach(() => queue.stop(2_000));
afterAll(() => database.close());

const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const data = z.object({ name: z.string() });
const greeting = (over: Partial<AnyHandledJob> = {}) =>
  defineJob({ name: 'test/greet', data, run: async () => {}, retryDelaySeconds: 1, ...over });
const start = (job: AnyHandledJob, isWorker = true) =>
  queue.start({ jobs: [job], makeCtx: () => ({ log: silentLog }) as Ctx, isWorker });
/** Starts a queue with other jobs on the same table, as after an update. */
async function startAnew(job: AnyHandledJob): Promise<void> {
  await queue.stop(1_000);
  queue = testQueue({ database });
  await start(job);
}

test('a failing job is tried again with a pause, then parked, and can be given another life', async () => {
  const attempts: number[] = [];
  let isBroken = true;
  const job = greeting({
    retryLimit: 1,
    run: async (_ctx, _data, about) => {
      attempts.push(about.attempt);
      if (isBroken) throw new Error('the world is down');
    },
  });
  await start(job);
  await queue.send(job, { name: 'a' });
  await waitFor(async () => expect(await queue.parked()).toHaveLength(1));
  expect(attempts).toEqual([1, 2]);
  expect((await queue.parked())[0]).toMatchObject({
    name: 'test/greet',
    data: { name: 'a' },
    reason: { message: 'the world is down' },
  });
  isBroken = false;
  expect(await queue.unpark('test/greet')).toBe(1);
  await waitFor(() => expect(attempts).toHaveLength(3));
  expect(await queue.parked()).toEqual([]);
});

test('a job that the next of its kind makes up for is dropped, even if it used to be parked', async () => {
  await start(greeting(), false);
  const ran: string[] = [];
  const run = async (_ctx: Ctx, { name }: { name: string }) => {
    ran.push(name);
    if (name === 'a') throw new Error('the moment is over');
  };
  const job = greeting({ retryLimit: 0, isParked: false, concurrency: 1, run });
  await startAnew(job);
  await queue.send(job, { name: 'a' });
  await waitFor(() => expect(ran).toEqual(['a']));
  await queue.send(job, { name: 'b' });
  await waitFor(() => expect(ran).toEqual(['a', 'b']));
  await waitFor(async () => expect(await queue.counts()).toEqual([]));
  expect(await queue.parked()).toEqual([]);
});

test('a job whose data are no longer valid is parked at once', async () => {
  const job = greeting();
  await start(job, false);
  await queue.send(job, { name: 'a' });
  await startAnew(greeting({ data: z.object({ name: z.number() }) }));
  await waitFor(async () => expect(await queue.parked()).toHaveLength(1));
});
