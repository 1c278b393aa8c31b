import type { AnyJob, Log } from '@tally/kernel';
import type { PgBoss } from 'pg-boss';
import type { QueueStart } from './queue.ts';
import { runOne } from './take.ts';

/** More of one kind than this is not haste but load, and the queue spreads load better. */
const MOST_HELD = 200;
/** Finished jobs leave the table together, a moment later than what they were in a hurry for. */
const TIDY_AFTER_MS = 50;
/** Long enough for what is wanted `now` to be over. */
const SOON_MS = 30;

/** `soon` leaves the way to what somebody is waiting for. */
export type Urgency = 'now' | 'soon';

export interface HeldJob {
  readonly id: string;
  readonly data: { readonly data: unknown };
}

interface Held extends HeldJob {
  readonly job: AnyJob;
  readonly since: number;
}

/**
 * Runs jobs in the process that queued them, as soon as their transaction is committed. Their rows stand in the table
 * like any other, only dated a few seconds later: whoever dies in the middle is stood in for by the queue. What is run
 * twice must be harmless anyway, as with every job.
 */
export interface Haste {
  begin(start: Pick<QueueStart, 'jobs' | 'makeCtx'>): void;
  /** False: queue it as usual. */
  hasRoom(job: AnyJob): boolean;
  /** Call it when the row is committed. */
  run(job: AnyJob, jobs: readonly HeldJob[], urgency: Urgency): void;
  /** Waits for what runs. What waits is left to the queue. */
  stop(): Promise<void>;
}

export interface HasteOptions {
  readonly boss: PgBoss;
  readonly log: Log;
  /** So long everybody else leaves such a job alone. When this process dies, that is how late it is run. */
  readonly heldSeconds: number;
}

export function createHaste({ boss, log, heldSeconds }: HasteOptions): Haste {
  const renewEveryMs = heldSeconds * 500;
  /** What has not begun by then is left to the queue: somebody else may have time. */
  const beginWithinMs = heldSeconds * 700;
  const stopping = new AbortController();
  const waiting = new Map<string, Held[]>();
  const running = new Map<string, Set<Promise<void>>>();
  const done = new Map<string, string[]>();
  let started: Pick<QueueStart, 'jobs' | 'makeCtx'> | undefined;
  let tidying: NodeJS.Timeout | undefined;

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
      if (performance.now() - held.since > beginWithinMs) continue;
      const run = carryOut(held).finally(() => {
        under.delete(run);
        goOn(job);
      });
      under.add(run);
    }
  }

  async function carryOut({ job, id, data }: Held): Promise<void> {
    const renewing = setInterval(() => void renew(job, id), renewEveryMs);
    try {
      const taken = { id, data, retryCount: 0, signal: stopping.signal };
      const { status } = await runOne({ job, log, makeCtx: (started as QueueStart).makeCtx }, taken);
      if (status === 'completed') tidy(job.name, id);
    } finally {
      clearInterval(renewing);
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
    tidying ??= setTimeout(() => void tidyUp(), TIDY_AFTER_MS);
  }

  async function tidyUp(): Promise<void> {
    clearTimeout(tidying);
    tidying = undefined;
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
    },
    hasRoom: (job) => {
      const isOurs = started?.jobs.some((each) => each.name === job.name) ?? false;
      return isOurs && !stopping.signal.aborted && (waiting.get(job.name)?.length ?? 0) < MOST_HELD;
    },
    run(job, jobs, urgency) {
      const line = waiting.get(job.name) ?? [];
      waiting.set(job.name, line);
      for (const held of jobs) line.push({ ...held, job, since: performance.now() });
      // Whoever queued it answers first.
      if (urgency === 'now') setImmediate(goOn, job);
      else setTimeout(goOn, SOON_MS, job);
    },
    async stop() {
      stopping.abort();
      await Promise.all([...running.values()].flatMap((set) => [...set]));
      await tidyUp();
    },
  };
}
