import type { Log, Timers } from '@tally/kernel';
import { DatabaseDownError } from './sql-state.ts';

export interface Repeated {
  readonly work: () => Promise<void>;
  /** The pause after each round. */
  readonly everyMs: number;
  readonly log: Log;
  readonly timers: Timers;
  /** The log message for a failed round. An unavailable database is logged elsewhere. */
  readonly failure: string;
}

/** Repeats the work. Returns a function that stops it and waits for the current round. */
export function repeat({ work, everyMs, log, timers, failure }: Repeated): () => Promise<void> {
  let cancel = (): void => {};
  let running: Promise<void> = Promise.resolve();
  let isOver = false;
  const later = () => {
    if (isOver) return;
    cancel = timers.after(everyMs, () => {
      running = work()
        .catch((error: unknown) => {
          if (!(error instanceof DatabaseDownError)) log.warn({ err: error }, failure);
        })
        .finally(later);
    });
  };
  later();
  return async () => {
    isOver = true;
    cancel();
    await running;
  };
}
