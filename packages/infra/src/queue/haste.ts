import type { AnyHandledJob, AnyJob, Log, Timers } from '@tally/kernel';
import type { Boss } from './adapter.ts';
import type { QueueStart } from './queue.ts';
import { runOne } from './take.ts';

/** More waiting jobs of one kind than this are a heavy load, which the queue distributes better. */
const MOST_HELD = 200;
/** Finished jobs are deleted in batches, shortly after the urgent work. */
const TIDY_AFTER_MS = 50;
/** This is long enough for jobs with `now` to finish. */
const SOON_MS = 30;

/** With `soon`, jobs that a person waits for go first. */
export type Urgency = 'now' | 'soon';

export interface HeldJob {
  readonly id: string;
  readonly data: { readonly data: unknown };
}

interface Held extends HeldJob {
  readonly job: AnyHandledJob;
  readonly since: number;
}

/**
 * Runs jobs in the process that queued them, right after their transaction commits. Their rows are in the table like
 * any others, but dated a few seconds later, so the queue runs them if the process dies. As with every job, running one
 * twice must do no harm.
 */
export interface Haste {
  begin(start: Pick<QueueStart, 'jobs' | 'makeCtx'>): void;
  /** Returns false if the job should be queued as usual. */
  hasRoom(job: AnyJob): boolean;
  /** Call this after the row is committed. */
  run(job: AnyJob, jobs: readonly HeldJob[], urgency: Urgency): void;
  /** Waits for running jobs. Waiting jobs are left to the queue. */
  stop(): Promise<void>;
}

export interface HasteOptions {
  readonly boss: Boss;
  readonly log: Log;
  readonly timers: Timers;
  readonly isWithoutDatabase: (error: unknown) => Promise<boolean>;
  /** How long other processes leave such a job alone. If this process dies, the job runs with this delay. */
  readonly heldSeconds: number;
}

export function createHaste({ boss, log, timers, isWithoutDatabase, heldSeconds }: HasteOptions): Haste {
  const renewEveryMs = heldSeconds * 500;
  /** A job that has not started by then is left to the queue, because another process may be free. */
  const beginWithinMs = heldSeconds * 700;
  const stopping = new AbortController();
  const waiting = new Map<string, Held[]>();
  const running = new Map<string, Set<Promise<void>>>();
  const done = new Map<string, string[]>();
  let started: Pick<QueueStart, 'jobs' | 'makeCtx'> | undefined;
  const handled = new Map<string, AnyHandledJob>();
  let cancelTidying: (() => void) | undefined;

  const runningOf = (name: string): Set<Promise<void>> => {
    const set = running.get(name) ?? new Set<Promise<void>>();
    running.set(name, set);
    return set;
  };

  function goOn(job: AnyJob): void {
    const line = waiting.get(job.name) ?? [];
    const under = runningOf(job.name);
    while (under.size < job.concurrency && !stopping.signal.aborted) {
      const held = line.shift();
      if (!held) return;
      if (timers.nowMs() - held.since > beginWithinMs) continue;
      const run = carryOut(held).finally(() => {
        under.delete(run);
        goOn(job);
      });
      under.add(run);
    }
  }

  async function carryOut({ job, id, data }: Held): Promise<void> {
    const endRenewing = timers.every(renewEveryMs, () => void renew(job, id));
    try {
      const taken = { id, data, retryCount: 0, signal: stopping.signal };
      const { makeCtx } = started as QueueStart;
      const { status } = await runOne({ job, log, timers, isWithoutDatabase, makeCtx }, taken);
      if (status === 'completed') tidy(job.name, id);
    } finally {
      endRenewing();
    }
  }

  async function renew(job: AnyJob, id: string): Promise<void> {
    try {
      await boss.update(job.name, undefined, { id, startAfter: heldSeconds });
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'A running job could not be held; another process may run it too.');
    }
  }

  function tidy(name: string, id: string): void {
    done.set(name, [...(done.get(name) ?? []), id]);
    cancelTidying ??= timers.after(TIDY_AFTER_MS, () => void tidyUp());
  }

  async function tidyUp(): Promise<void> {
    cancelTidying?.();
    cancelTidying = undefined;
    for (const [name, ids] of done) {
      done.delete(name);
      try {
        await boss.deleteJob(name, ids);
      } catch (error) {
        log.warn({ err: error, job: name }, 'Finished jobs could not be taken out; they will be run once more.');
      }
    }
  }

  return {
    begin: (start) => {
      started = start;
      for (const job of start.jobs) handled.set(job.name, job);
    },
    hasRoom: ({ name }) =>
      handled.has(name) && !stopping.signal.aborted && (waiting.get(name)?.length ?? 0) < MOST_HELD,
    run({ name }, jobs, urgency) {
      const job = handled.get(name);
      if (!job) return;
      const line = waiting.get(job.name) ?? [];
      waiting.set(job.name, line);
      for (const held of jobs) line.push({ ...held, job, since: timers.nowMs() });
      // The caller that queued the job gets its answer first.
      if (urgency === 'now') void timers.breathe().then(() => goOn(job));
      else timers.after(SOON_MS, () => goOn(job));
    },
    async stop() {
      stopping.abort();
      await Promise.all([...running.values()].flatMap((set) => [...set]));
      await tidyUp();
    },
  };
}
