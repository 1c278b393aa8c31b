import { type AnyHandledJob, type Ctx, defineJob, seconds, silentLog } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { testQueue } from '@tally/tests/queue';
import { movedTimers } from '@tally/tests/timers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { QueueRunner } from './index.ts';

let database: TestDatabase;
let queue: QueueRunner;
let timers: ReturnType<typeof movedTimers>;
beforeAll(async () => {
  database = await testDb();
});
afterEach(() => queue.stop(2_000));
afterAll(() => database.close());

const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

async function start(run: AnyHandledJob['run']): Promise<AnyHandledJob> {
  timers = movedTimers();
  queue = testQueue({ database, timers });
  const data = z.object({ name: z.string() });
  const job = defineJob({ name: 'test/greet', data, retryLimit: 1, retryDelaySeconds: 1, run });
  await queue.start({ jobs: [job], makeCtx: () => ({ log: silentLog }) as Ctx });
  return job;
}

test.each([
  ['has no room', '53100'],
  ['is shutting down', '57P01'],
])('a database that %s uses up no try while the job has time', async (_what, code) => {
  const attempts: number[] = [];
  const ran: string[] = [];
  let isBroken = true;
  const job = await start(async (_ctx, { name }, { attempt }) => {
    attempts.push(attempt);
    if (isBroken) throw Object.assign(new Error('not now'), { severity: 'ERROR', code });
    ran.push(name);
  });
  await database.db.transaction(async (tx) => {
    await queue.sendMany(job, [{ name: 'urgent' }], { tx, urgency: 'now' });
    await queue.send(job, { name: 'usual' }, { tx });
  });
  await waitFor(() => {
    timers.move(seconds(2));
    expect(attempts.length).toBeGreaterThan(20);
  });
  isBroken = false;
  await waitFor(() => {
    timers.move(seconds(2));
    expect(ran.toSorted()).toEqual(['urgent', 'usual']);
  });
  expect(new Set(attempts)).toEqual(new Set([1]));
  expect(await queue.parked()).toEqual([]);
});

test('a job whose time is over counts a try after all: it is parked in the end', async () => {
  const attempts = new Set<number>();
  const job = await start(async (_ctx, _data, { attempt }) => {
    attempts.add(attempt);
    throw Object.assign(new Error('not now'), { severity: 'ERROR', code: '53400' });
  });
  await queue.send(job, { name: 'a' });
  await waitFor(async () => {
    timers.move(seconds(60));
    expect(await queue.parked()).toHaveLength(1);
  });
  expect(attempts).toEqual(new Set([1, 2]));
});

test('a refused connection to another service is no database failure: the job is retried as usual', async () => {
  const ran: string[] = [];
  const job = await start(async (_ctx, { name }, { attempt }) => {
    if (attempt === 1) throw Object.assign(new Error('the world is down'), { code: 'ECONNREFUSED' });
    ran.push(`${name} ${attempt}`);
  });
  await queue.send(job, { name: 'a' });
  await waitFor(() => {
    timers.move(seconds(1));
    expect(ran).toEqual(['a 2']);
  });
});
