import { type AnyHandledJob, type Ctx, defineJob, minutes, silentLog } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { testQueue } from '@tally/tests/queue';
import { movedTimers } from '@tally/tests/timers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { InsideTransactionError } from '../db/index.ts';
import { sql } from '../sql/index.ts';
import type { QueueRunner } from './index.ts';

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

const ctx = { log: silentLog } as Ctx;
const start = (jobs: readonly AnyHandledJob[], isWorker = true) => queue.start({ jobs, makeCtx: () => ctx, isWorker });
const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

function greeting(over: Partial<AnyHandledJob> = {}) {
  const ran: string[] = [];
  const job = defineJob({
    name: 'test/greet',
    data: z.object({ name: z.string().max(20) }),
    run: async (_ctx, { name }) => {
      ran.push(name);
    },
    retryDelaySeconds: 1,
    ...over,
  });
  return { ran, job };
}

describe('sending', () => {
  test('a job runs with its data, moments and all', async () => {
    const seen: unknown[] = [];
    const instant = z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (at) => at.toISOString(),
    });
    const job = defineJob({
      name: 'test/at',
      data: z.object({ at: instant }),
      run: async (_ctx, data, about) => {
        seen.push([data.at, about.attempt]);
      },
    });
    await start([job]);
    await queue.send(job, { at: new Date(86_400_000) });
    await waitFor(() => expect(seen).toEqual([[new Date(86_400_000), 1]]));
  });

  test('an overdue job is not deleted as unwanted', async () => {
    const { job, ran } = greeting();
    const timers = movedTimers();
    queue = testQueue({ database, timers });
    await start([job], false);
    await queue.send(job, { name: 'late' }, { startAfter: new Date(Date.now() - 40 * 86_400_000) });
    await queue.sendMany(job, [{ name: 'later' }], { startAfter: new Date(0) });
    // The library cleans up on its first check and deletes jobs that have waited too long.
    await waitFor(async () => {
      timers.move(minutes(1));
      const tidied = sql`select maintain_on from pgboss.queue where name = ${job.name} and maintain_on is not null`;
      expect((await database.db.execute(tidied)).rows).toHaveLength(1);
    });
    await queue.stop(2_000);
    queue = testQueue({ database });
    await start([job]);
    await waitFor(() => expect([...ran].sort()).toEqual(['late', 'later']));
  });

  // With one connection no other statement can run in between.
  test.runIf(process.env.TEST_DB === 'postgres')('a waiting job sees changes merged into it', async () => {
    await database.session((session) => session.script('create table if not exists sums (sum integer not null)'));
    await database.db.execute(sql`delete from sums`);
    await database.db.execute(sql`insert into sums values (1)`);
    const seen: unknown[] = [];
    const job = defineJob({
      name: 'test/look',
      data: z.object({ about: z.string() }),
      concurrency: 2,
      run: async (_ctx, { about }) => {
        const { rows } = await database.db.execute<{ sum: number }>(sql`select sum from sums`);
        seen.push([about, rows[0]?.sum]);
      },
    });
    await start([job], false);
    await queue.send(job, { about: 'sum' }, { singletonKey: 'sum' });
    const [hasSent, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = database.db.transaction(async (tx) => {
      await tx.execute(sql`update sums set sum = 2`);
      expect(await queue.send(job, { about: 'sum' }, { tx, singletonKey: 'sum' })).toBeNull();
      hasSent.resolve();
      await mayCommit.promise;
    });
    await hasSent.promise;
    const worker = testQueue({ database });
    onTestFinished(() => worker.stop(2_000));
    await worker.start({ jobs: [job], makeCtx: () => ctx });
    // This job was queued later, so once it has run, the first job has had its turn.
    await queue.send(job, { about: 'probe' });
    await waitFor(() => expect(seen).toContainEqual(['probe', 1]));
    mayCommit.resolve();
    await change;
    await waitFor(() => expect(seen).toContainEqual(['sum', 2]));
    expect(seen).toHaveLength(2);
  });

  test('a rolled back transaction sends nothing, a committed one everything', async () => {
    const { job, ran } = greeting();
    await start([job]);
    await database.db
      .transaction(async (tx) => {
        await queue.send(job, { name: 'never' }, { tx });
        await queue.sendMany(job, [{ name: 'never' }], { tx });
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await queue.send(job, { name: 'one' }, { tx });
      await queue.sendMany(job, [{ name: 'two' }, { name: 'three' }], { tx });
    });
    await waitFor(() => expect([...ran].sort()).toEqual(['one', 'three', 'two']));
  });

  test('inside a transaction the transaction must be handed over', async () => {
    const { job } = greeting();
    await start([job], false);
    await expect(database.db.transaction(() => queue.send(job, { name: 'x' }))).rejects.toThrow(InsideTransactionError);
  });

  test('bad data and unknown jobs are refused at the door', async () => {
    const { job } = greeting();
    await start([job], false);
    await expect(queue.send(job, { name: 'much too long for this schema' })).rejects.toThrow(/20/);
    await expect(queue.send({ ...job, name: 'test/stranger' }, { name: 'x' })).rejects.toThrow(/no manifest/);
    expect(await queue.counts()).toEqual([]);
  });

  test('one waiting job per singleton key; without a key as many as you like', async () => {
    const { job } = greeting();
    await start([job], false);
    expect(await queue.send(job, { name: 'a' }, { singletonKey: 'k' })).not.toBeNull();
    expect(await queue.send(job, { name: 'b' }, { singletonKey: 'k' })).toBeNull();
    expect(await queue.send(job, { name: 'c' }, { singletonKey: 'other' })).not.toBeNull();
    await queue.send(job, { name: 'd' });
    await queue.send(job, { name: 'e' });
    expect(await queue.counts()).toEqual([{ name: 'test/greet', waiting: 4, running: 0, parked: 0 }]);
  });
});

describe('urgent jobs', () => {
  const send = (job: AnyHandledJob, name: string) =>
    database.db.transaction(async (tx) => await queue.sendMany(job, [{ name }], { tx, urgency: 'now' }));

  test('run here once, right after the commit, and are deleted', async () => {
    const { job, ran } = greeting();
    // The next check is a minute away and the database sends no notification, so this process must run the job itself.
    queue = testQueue({ database, pollSeconds: 60 });
    await start([job]);
    await send(job, 'ada');
    await waitFor(async () => expect([ran, await queue.counts()]).toEqual([['ada'], []]));
    await database.db
      .transaction(async (tx) => {
        await queue.sendMany(job, [{ name: 'never' }], { tx, urgency: 'now' });
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await send(job, 'bob');
    await waitFor(() => expect(ran).toEqual(['ada', 'bob']));
  });

  test('are run by the queue a moment later if their process died or they failed', async () => {
    queue = testQueue({ database, heldSeconds: 1 });
    let tries = 0;
    const { job, ran } = greeting({
      run: async (_ctx, { name }) => {
        tries += 1;
        if (tries === 1) throw new Error('the first process died here');
        ran.push(name);
      },
    });
    await start([job]);
    await send(job, 'ada');
    await waitFor(() => expect([tries, ran]).toEqual([2, ['ada']]));
  });

  test('a long one is not run by another process at the same time', async () => {
    queue = testQueue({ database, heldSeconds: 1 });
    const release = Promise.withResolvers<void>();
    let begun = 0;
    const { job } = greeting({
      run: async () => {
        begun += 1;
        await release.promise;
      },
    });
    const other = greeting({ name: 'test/clock' });
    await start([job, other.job]);
    await send(job, 'ada');
    await waitFor(() => expect(begun).toBe(1));
    // By now the queue has had two seconds, by the database's clock, to claim the job.
    await queue.send(other.job, { name: 'tick' }, { startAfter: new Date(Date.now() + 2_000) });
    await waitFor(() => expect(other.ran).toEqual(['tick']));
    expect(begun).toBe(1);
    release.resolve();
    await waitFor(async () => expect(await queue.counts()).toEqual([]));
  });

  test('a process that takes no jobs leaves them to those that do', async () => {
    const { job, ran } = greeting();
    await start([job], false);
    await send(job, 'ada');
    expect(await queue.counts()).toEqual([{ name: 'test/greet', waiting: 1, running: 0, parked: 0 }]);
    const worker = testQueue({ database });
    await worker.start({ jobs: [job], makeCtx: () => ctx });
    await waitFor(() => expect(ran).toEqual(['ada']));
    await worker.stop(2_000);
  });
});

describe('jobs of a process that is known to be dead', () => {
  const columns = sql`name, state, retry_count as tries, start_after <= now() as due`;
  const rows = async () =>
    (await database.db.execute(sql`select ${columns} from pgboss.job where name like 'test/%' order by name`)).rows;
  const begun = async (job: AnyHandledJob, tries: number) => {
    await queue.send(job, { name: job.name });
    await database.db.execute(sql`
      update pgboss.job set state = 'active', retry_count = ${tries}, started_on = now(), heartbeat_on = now()
       where name = ${job.name}`);
  };

  test('run at once; the interrupted try counts, but is never the last', async () => {
    const first = greeting({ name: 'test/a-first', retryLimit: 2 });
    const last = greeting({ name: 'test/b-last', retryLimit: 2 });
    const only = greeting({ name: 'test/c-only', retryLimit: 0 });
    const jobs = [first, last, only];
    await queue.takeOver();
    await start(
      jobs.map(({ job }) => job),
      false,
    );
    await begun(first.job, 0);
    await begun(last.job, 2);
    await begun(only.job, 0);
    await queue.stop(1_000);
    queue = testQueue({ database, pollSeconds: 60 });
    await queue.takeOver();
    expect(await rows()).toEqual([
      { name: 'test/a-first', state: 'retry', tries: 1, due: true },
      { name: 'test/b-last', state: 'retry', tries: 2, due: false },
      { name: 'test/c-only', state: 'retry', tries: 0, due: false },
    ]);
    const attempts: number[] = [];
    await start([{ ...first.job, run: async (_ctx, _data, about) => void attempts.push(about.attempt) }]);
    await waitFor(() => expect(attempts).toEqual([2]));
    expect(await queue.parked()).toEqual([]);
  });

  test("that it had kept for itself are anybody's at once", async () => {
    const release = Promise.withResolvers<void>();
    const { job } = greeting({ run: () => release.promise });
    const heir = greeting();
    const dead = testQueue({ database, pollSeconds: 60, heldSeconds: 3_600 });
    await dead.start({ jobs: [job], makeCtx: () => ctx });
    await database.db.transaction(async (tx) => await dead.sendMany(job, [{ name: 'ada' }], { tx, urgency: 'now' }));
    // The process ends in the middle of a job. A living process would be notified of the job and might be faster.
    await dead.stop(1);
    await queue.takeOver();
    await start([heir.job]);
    await waitFor(() => expect(heir.ran).toEqual(['ada']));
    release.resolve();
  });
});

test('a job runs when it is due, not at the next check of the table', async () => {
  queue = testQueue({ database, pollSeconds: 60 });
  const { job, ran } = greeting();
  await start([job]);
  await queue.send(job, { name: 'in a moment' }, { startAfter: new Date(Date.now() + 300) });
  expect(ran).toEqual([]);
  await waitFor(() => expect(ran).toEqual(['in a moment']));
});

describe('running', () => {
  test('jobs that were sent together run without a pause in between', async () => {
    queue = testQueue({ database, pollSeconds: 60 });
    const { job, ran } = greeting({ concurrency: 2 });
    await start([job]);
    const names = Array.from({ length: 30 }, (_, number) => `${number}`);
    await queue.sendMany(
      job,
      names.map((name) => ({ name })),
    );
    await waitFor(() => expect(ran.toSorted()).toEqual(names.toSorted()));
  });

  test('a later job waits, an urgent job goes first', async () => {
    const { job, ran } = greeting({ concurrency: 1 });
    await start([job], false);
    await queue.send(job, { name: 'later' }, { startAfter: new Date(Date.now() + 3_600_000) });
    await queue.send(job, { name: 'normal' });
    await queue.send(job, { name: 'urgent' }, { priority: 10 });
    await queue.stop(1_000);
    queue = testQueue({ database });
    await start([job]);
    await waitFor(() => expect(ran).toEqual(['urgent', 'normal']));
  });

  test('stopping waits for running jobs', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let isDone = false;
    const { job } = greeting({
      run: async () => {
        started.resolve();
        await release.promise;
        isDone = true;
      },
    });
    await start([job]);
    await queue.send(job, { name: 'a' });
    await started.promise;
    const stopping = queue.stop(10_000);
    release.resolve();
    await stopping;
    expect(isDone).toBe(true);
    expect(await queue.counts()).toEqual([]);
  });

  test('schedules follow the manifests', async () => {
    const schedules = async () =>
      (await database.db.execute(sql`select name, cron, timezone from pgboss.schedule`)).rows;
    const { job } = greeting({ schedule: '*/5 * * * *', data: z.object({}) });
    await start([job]);
    expect(await schedules()).toEqual([{ name: 'test/greet', cron: '*/5 * * * *', timezone: 'UTC' }]);
    await queue.stop(1_000);
    queue = testQueue({ database });
    await start([greeting().job]);
    expect(await schedules()).toEqual([]);
  });
});
