import { type AnyHandledJob, type Log, seconds, type Timers } from '@tally/kernel';
import type { Job as BossJob, JobResult } from 'pg-boss';
import { z } from 'zod';
import type { Boss } from './adapter.ts';
import type { QueueStart } from './queue.ts';

interface Patience {
  readonly timers: Timers;
  /** Returns whether the job failed because the database is unavailable. */
  readonly isWithoutDatabase: (error: unknown) => Promise<boolean>;
}

export interface Running extends Pick<QueueStart, 'makeCtx'>, Patience {
  readonly job: AnyHandledJob;
  readonly log: Log;
}

export interface Taking extends Running {
  readonly boss: Boss;
}

/**
 * Workers are woken when there is work, and `watch-due.ts` finds jobs that were not announced. This interval covers the
 * failure of both.
 */
const FORGOTTEN_AFTER_SECONDS = 600;
const WITHOUT_DATABASE_MS = seconds(2);

type Taken = Pick<BossJob<{ data?: unknown } | null> & { retryCount: number }, 'id' | 'data' | 'retryCount' | 'signal'>;

export interface Workers {
  /**
   * Wakes one idle worker. If it finds a job, it wakes the next worker, so a lone job costs two queries and not thirty.
   */
  wakeOne(): void;
}

/** Lets this process run jobs of one kind, several in parallel. */
export async function startWorkers(taking: Taking): Promise<Workers> {
  const { boss, job } = taking;
  const workers: string[] = [];
  const busy = new Set<string>();
  let turn = 0;
  /** Busy workers check again when their job is done. */
  function wakeOne(): void {
    for (let count = 0; count < workers.length; count += 1) {
      turn = (turn + 1) % workers.length;
      const worker = workers[turn];
      if (worker === undefined || busy.has(worker)) continue;
      boss.notifyWorker(worker);
      return;
    }
  }
  for (let count = 0; count < job.concurrency; count += 1) workers.push(await addWorker(taking, busy, wakeOne));
  return { wakeOne };
}

async function addWorker(taking: Taking, busy: Set<string>, wakeOne: () => void): Promise<string> {
  const { boss, job } = taking;
  const worker = await boss.work<{ data?: unknown } | null>(
    job.name,
    {
      batchSize: 1,
      perJobResults: true,
      pollingIntervalSeconds: FORGOTTEN_AFTER_SECONDS,
      notifyPollingIntervalSeconds: FORGOTTEN_AFTER_SECONDS,
    },
    async (batch) => {
      busy.add(worker);
      wakeOne();
      const results = await Promise.all(batch.map((taken) => runOne(taking, taken)));
      busy.delete(worker);
      // More jobs may be waiting. Without this the worker would pause after each job.
      boss.notifyWorker(worker);
      return results;
    },
  );
  return worker;
}

export async function runOne({ job, makeCtx, log, ...rest }: Running, taken: Taken): Promise<JobResult> {
  const about = { job: job.name, jobId: taken.id, attempt: taken.retryCount + 1 };
  const data = job.data.safeParse(taken.data?.data ?? {});
  if (!data.success) {
    // The data would fail to parse in every attempt.
    log.error({ ...about, problem: z.prettifyError(data.error) }, 'A job has data that do not fit; it is parked.');
    return { id: taken.id, status: 'deadletter', output: { message: z.prettifyError(data.error) } };
  }
  try {
    const work = async (): Promise<void> => {
      const ctx = makeCtx({ job: job.name, jobId: taken.id });
      await job.run(ctx, data.data, { jobId: taken.id, attempt: about.attempt, signal: taken.signal });
    };
    await onceThereIsADatabase(work, { ...rest, withinMs: seconds(job.expireSeconds) }, taken.signal);
    return { id: taken.id, status: 'completed' };
  } catch (error) {
    const isLast = taken.retryCount >= job.retryLimit;
    const report = { ...about, err: error };
    if (isLast) log.error(report, `A job failed at its last try; it is ${job.isParked ? 'parked' : 'let go'}.`);
    else log.warn(report, 'A job failed and will be tried again.');
    return {
      id: taken.id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  }
}

/**
 * A full or unavailable database is not the job's fault. Retries would be used up within a minute, and acknowledged
 * work would be parked. So the job stays claimed and runs again, until its time runs out.
 */
async function onceThereIsADatabase(
  work: () => Promise<void>,
  { isWithoutDatabase, timers, withinMs }: Patience & { readonly withinMs: number },
  signal: AbortSignal,
): Promise<void> {
  const since = timers.nowMs();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isOver = timers.nowMs() - since >= withinMs;
      if (isOver || !(await isWithoutDatabase(error))) throw error;
      await timers.pause(WITHOUT_DATABASE_MS, signal);
      if (signal.aborted) throw error;
    }
  }
}
