import { features } from '@tally/features/registry';
import type { Ctx } from '@tally/kernel';
import { listJobs } from '@tally/server/boot/jobs';

/** Runs a job as a worker does. A renamed job throws, so the test cannot pass without running it. */
export async function runJob(ctx: Ctx, name: string, data: object = {}): Promise<void> {
  const job = listJobs(features).find((each) => each.name === name);
  if (!job) throw new Error(`no job is called ${name}`);
  await job.run(ctx, job.data.parse(data), { jobId: 'test', attempt: 1, signal: new AbortController().signal });
}
