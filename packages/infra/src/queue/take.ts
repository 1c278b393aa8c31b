import type { AnyJob, Log } from '@tally/kernel';
import type { Job as BossJob, JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { QueueStart } from './queue.ts';

export interface Taking extends Pick<QueueStart, 'makeCtx'> {
  readonly boss: PgBoss;
  readonly job: AnyJob;
  readonly log: Log;
  readonly pollSeconds: number;
}

type Taken = Pick<BossJob<{ data?: unknown } | null> & { retryCount: number }, 'id' | 'data' | 'retryCount' | 'signal'>;

/** Lets this process run a job whenever one is waiting. Answers the name by which its worker is woken. */
export async function takeJobs(taking: Taking): Promise<string> {
  const { boss, job, pollSeconds } = taking;
  return await boss.work<{ data?: unknown } | null>(
    job.name,
    {
      batchSize: 1,
      localConcurrency: job.concurrency,
      perJobResults: true,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
    },
    async (batch) => await Promise.all(batch.map((taken) => runOne(taking, taken))),
  );
}

export async function runOne(
  { job, makeCtx, log }: Pick<Taking, 'job' | 'makeCtx' | 'log'>,
  taken: Taken,
): Promise<JobResult> {
  const about = { job: job.name, jobId: taken.id, attempt: taken.retryCount + 1 };
  const data = job.data.safeParse(taken.data?.data ?? {});
  if (!data.success) {
    // No further try would read it differently.
    log.error({ ...about, problem: z.prettifyError(data.error) }, 'A job has data that do not fit; it is parked.');
    return { id: taken.id, status: 'deadletter', output: { message: z.prettifyError(data.error) } };
  }
  try {
    const ctx = makeCtx({ job: job.name, jobId: taken.id });
    await job.run(ctx, data.data, { jobId: taken.id, attempt: about.attempt, signal: taken.signal });
    return { id: taken.id, status: 'completed' };
  } catch (error) {
    const isLast = taken.retryCount >= job.retryLimit;
    const report = { ...about, err: error };
    if (isLast) log.error(report, 'A job failed at its last try; it is parked.');
    else log.warn(report, 'A job failed and will be tried again.');
    return {
      id: taken.id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  }
}
