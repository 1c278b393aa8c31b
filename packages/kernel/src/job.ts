import type { z } from 'zod';
import type { Ctx } from './ctx.ts';

/**
 * A background job as it is queued. Its data is validated when it is queued, and again when a worker claims it. A job
 * does not know its handler: otherwise code that queues jobs would import the code that runs them.
 */
export interface Job<S extends z.ZodType = z.ZodType> {
  /** The form is `<home>/<verb-noun>` with letters, digits and `-`. */
  readonly name: string;
  readonly data: S;
  /** The number of retries after the first attempt. The pause starts at `retryDelaySeconds` and doubles. */
  readonly retryLimit: number;
  /**
   * If true, the job waits for a person after its last attempt. If false, it is dropped, because the next job of its
   * kind makes up for it.
   */
  readonly isParked: boolean;
  readonly retryDelaySeconds: number;
  readonly expireSeconds: number;
  /** A cron expression in UTC. The queue starts the job on schedule, once across all processes. */
  readonly schedule?: string;
  /** How many of these jobs one process runs at once. */
  readonly concurrency: number;
}

export interface JobRun {
  readonly jobId: string;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

export type RunJob<S extends z.ZodType> = (ctx: Ctx, data: z.output<S>, about: JobRun) => Promise<void>;

/** A job with its handler, as manifests list it. */
export interface HandledJob<S extends z.ZodType = z.ZodType> extends Job<S> {
  readonly run: RunJob<S>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of jobs of any data; each stays typed where it is queued
export type AnyJob = Job<any>;
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type AnyHandledJob = HandledJob<any>;

type Declaration<S extends z.ZodType> = Pick<Job<S>, 'name' | 'data'> & Partial<Job<S>>;

const usual = { retryLimit: 5, isParked: true, retryDelaySeconds: 2, expireSeconds: 300, concurrency: 2 } as const;

/** Declares a job beside the function that queues it. The feature's `jobs.ts` handles it. */
export function declareJob<S extends z.ZodType>(job: Declaration<S>): Job<S> {
  return { ...usual, ...job };
}

/** Adds the handler to a declared job. A manifest lists the result. */
export function handleJob<S extends z.ZodType>(job: Job<S>, run: RunJob<S>): HandledJob<S> {
  return { ...job, run };
}

/** Declares a job with its handler, if it runs on schedule or only its own file queues it. */
export function defineJob<S extends z.ZodType>(job: Declaration<S> & Pick<HandledJob<S>, 'run'>): HandledJob<S> {
  return { ...usual, ...job };
}
