import type { Log } from '@tally/kernel';
import { DatabaseDownError } from './sql-state.ts';

export interface Repeated {
  readonly work: () => Promise<void>;
  /** Each pause begins when the last round has ended. */
  readonly everyMs: number;
  readonly log: Log;
  /** What is said of a round that failed. That the database is away is said elsewhere. */
  readonly failure: string;
}

/** Does something again and again. Answers what ends it, after the round that is under way. */
export function repeat({ work, everyMs, log, failure }: Repeated): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isOver = false;
  const later = () => {
    if (isOver) return;
    timer = setTimeout(() => {
      running = work()
        .catch((error: unknown) => {
          if (!(error instanceof DatabaseDownError)) log.warn({ err: error }, failure);
        })
        .finally(later);
    }, everyMs);
    timer.unref();
  };
  later();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await running;
  };
}
