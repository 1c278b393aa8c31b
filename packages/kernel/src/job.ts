import type { z } from 'zod';
import type { Ctx } from './ctx.ts';

/** Background work. Data is validated when it is queued and again when it is taken. */
export interface Job<S extends z.ZodType = z.ZodType> {
  /** `<home>/<verb-noun>`; letters, digits and `-`. */
  readonly name: string;
  readonly data: S;
  readonly run: (ctx: Ctx, data: z.output<S>, about: JobRun) => Promise<void>;
  /** Tries after the first one; the pause doubles from `retryDelaySeconds`. Then the job is parked, not lost. */
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly expireSeconds: number;
  /** A cron line in UTC: the job then runs by itself, once over all processes. */
  readonly schedule?: string;
  /** How many of these one process runs at once. */
  readonly concurrency: number;
}

export interface JobRun {
  readonly jobId: string;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of jobs of any data; each stays typed where it is queued
export type AnyJob = Job<any>;

export function defineJob<S extends z.ZodType>(job: Pick<Job<S>, 'name' | 'data' | 'run'> & Partial<Job<S>>): Job<S> {
  return { retryLimit: 5, retryDelaySeconds: 2, expireSeconds: 300, concurrency: 2, ...job };
}
