import { randomUUID } from 'node:crypto';

/** What the database calls out to all processes when there is something to send. */
export const WAKE_CHANNEL = 'tally_deliveries';
/** Who calls: this process wakes its own senders by itself, and sooner. */
export const ownCall: string = randomUUID();

/** For what the database calls out. */
export function hearCall(caller: string): void {
  if (caller !== ownCall) wakeSenders();
}

/**
 * Senders of this process wait here for work. They look by themselves every moment, too, so a forgotten call only
 * costs time, never a message.
 */
const waiting = new Set<() => void>();

let calls = 0;
let calledAt = Number.NEGATIVE_INFINITY;
let later: NodeJS.Timeout | undefined;

export function wakeSenders(): void {
  clearTimeout(later);
  later = undefined;
  calledAt = performance.now();
  calls += 1;
  for (const wake of waiting) wake();
  waiting.clear();
}

/** At once, but in a burst no more often than this: each look at an empty line is a question to the database. */
const BREATH_MS = 20;

/** For what may make room for something, and mostly does not. */
export function wakeSendersSoon(): void {
  const early = calledAt + BREATH_MS - performance.now();
  if (early <= 0) wakeSenders();
  else later ??= setTimeout(wakeSenders, early);
}

/** Taken before looking for work: what is called out while somebody looks must not be slept through. */
export const wakeMark = (): number => calls;

/** Resolves at the next call of `wakeSenders` since the mark, after `ms`, or when the signal says stop. */
export function untilWoken(ms: number, signal: AbortSignal, mark = calls): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      waiting.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    waiting.add(done);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted || mark !== calls) done();
  });
}
