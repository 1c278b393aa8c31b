import { type AnyHandledJob, silentLog } from '@tally/kernel';
import { testTimers } from '@tally/tests/timers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Boss } from './adapter.ts';
import { startWorkers, type Workers } from './take.ts';

type Handler = (batch: readonly unknown[]) => Promise<unknown>;

/** Opens three workers for one kind of job. The library only records which of them it should wake. */
async function open() {
  const handlers: Handler[] = [];
  const woken: string[] = [];
  const ends: (() => void)[] = [];
  const boss = {
    work: async (_name: string, _options: object, handler: Handler) => `w${handlers.push(handler)}`,
    notifyWorker: (worker: string) => void woken.push(worker),
  } as unknown as Boss;
  const run = () => new Promise<void>((resolve) => ends.push(resolve));
  const job = { name: 'test/wait', data: z.object({}), concurrency: 3, expireSeconds: 60, retryLimit: 0, run };
  const workers: Workers = await startWorkers({
    boss,
    job: job as unknown as AnyHandledJob,
    makeCtx: () => ({}) as never,
    log: silentLog,
    timers: testTimers(),
    isWithoutDatabase: async () => false,
  });
  /** Lets this worker find a job. Resolving the promise ends the job. */
  const find = (worker: number) => {
    const done = handlers[worker - 1]?.([{ id: 'j', data: { data: {} }, retryCount: 0 }]);
    return async () => {
      ends.shift()?.();
      await done;
    };
  };
  return { workers, woken, find };
}

it('a new job wakes one worker, and the next one only after a find', async () => {
  const { workers, woken, find } = await open();
  workers.wakeOne();
  expect(woken).toEqual(['w2']);
  find(2);
  expect(woken).toEqual(['w2', 'w3']);
});

it('a busy worker is skipped, and checks by itself when its job is done', async () => {
  const { workers, woken, find } = await open();
  const [endOne] = [find(1), find(2)];
  woken.length = 0;
  workers.wakeOne();
  workers.wakeOne();
  expect(woken).toEqual(['w3', 'w3']);
  find(3);
  workers.wakeOne();
  expect(woken).toEqual(['w3', 'w3']);
  await endOne();
  expect(woken).toEqual(['w3', 'w3', 'w1']);
  workers.wakeOne();
  expect(woken.at(-1)).toBe('w1');
});
