import type { Db } from '@tally/infra/db';
import type { Queue, SendOptions } from '@tally/infra/queue';
import type { Job } from '@tally/kernel';
import type { z } from 'zod';
import { statement, type View } from './database.ts';

export interface MemoryJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly key: string | null;
  readonly dueMs: number;
  /** When the claim expires and another process may take the job; null if the job is unclaimed. */
  readonly takenUntilMs: number | null;
  readonly tries: number;
}

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 64_000;

/** The queue functions that the tested path uses. A job is a row in the transaction that creates it. */
export function createMemoryQueue(db: Db, nowMs: () => number): Pick<Queue, 'send' | 'sendMany'> {
  const add = (view: View, job: Omit<MemoryJob, 'id' | 'takenUntilMs' | 'tries'>): string | null => {
    const isWaiting = (each: MemoryJob) =>
      each.name === job.name && each.key === job.key && each.takenUntilMs === null && each.tries === 0;
    if (job.key !== null && view.rows('jobs').some(isWaiting)) return null;
    const id = view.newId(job.name);
    view.put('jobs', id, { ...job, id, takenUntilMs: null, tries: 0 });
    return id;
  };
  return {
    send: <S extends z.ZodType>(
      job: Job<S>,
      data: z.output<S>,
      { tx = db, singletonKey, startAfter, inSeconds = 0 }: SendOptions = {},
    ) =>
      statement(tx, 'queue.send', (view) => {
        const dueMs = startAfter?.getTime() ?? nowMs() + inSeconds * 1_000;
        return add(view, { name: job.name, data, key: singletonKey ?? null, dueMs });
      }),
    sendMany: async (job, list, { tx = db, singletonKey, startAfter } = {}) => {
      await statement(tx, 'queue.sendMany', (view) => {
        const dueMs = startAfter?.getTime() ?? nowMs();
        for (const data of list) add(view, { name: job.name, data, key: singletonKey?.(data) ?? null, dueMs });
      });
    },
  };
}

/** Claims the first job that is due. */
export const takeJob = (db: Db, nowMs: number): Promise<MemoryJob | null> =>
  statement(db, 'takeJob', (view) => {
    const due = view
      .rows('jobs')
      .filter((job) => job.dueMs <= nowMs && (job.takenUntilMs === null || job.takenUntilMs <= nowMs))
      .find((job) => view.takeRow('jobs', job.id));
    if (!due) return null;
    const taken = { ...due, takenUntilMs: nowMs + HEARTBEAT_MS, tries: due.tries + 1 };
    view.put('jobs', due.id, taken);
    return taken;
  });

export const completeJob = (db: Db, { id }: MemoryJob): Promise<void> =>
  statement(db, 'completeJob', (view) => view.put('jobs', id, null));

export const failJob = (db: Db, job: MemoryJob, nowMs: number): Promise<void> =>
  statement(db, 'failJob', (view) =>
    view.put('jobs', job.id, {
      ...job,
      takenUntilMs: null,
      dueMs: nowMs + Math.min(RETRY_MS * 2 ** job.tries, LONGEST_RETRY_MS),
    }),
  );
