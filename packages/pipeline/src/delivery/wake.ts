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
const waiting = new Map<() => void, Call>();

/** Something is new to send, or something is done, which may make room for the next. */
type Call = 'news' | 'room';

/** How many calls there were, and how many of them because of something new. */
let calls = 0;
let news = 0;
let calledAt = Number.NEGATIVE_INFINITY;
let later: NodeJS.Timeout | undefined;

export function wakeSenders(): void {
  news += 1;
  call('news');
}

/** For whoever waited for room of his own: the others have nothing of it. */
export const wakeForRoom = (): void => call('room');

function call(about: Call): void {
  clearTimeout(later);
  later = undefined;
  calledAt = performance.now();
  calls += 1;
  for (const [wake, least] of waiting) if (about === 'news' || least === 'room') wake();
}

/** At once, but in a burst no more often than this: each look at an empty line is a question to the database. */
export const BREATH_MS = 20;

/** For what may make room for something, and mostly does not. */
export function wakeSendersSoon(): void {
  const early = calledAt + BREATH_MS - performance.now();
  if (early <= 0) call('room');
  else later ??= setTimeout(call, early, 'room');
}

/** Taken before looking for work: what is called out while somebody looks must not be slept through. */
export const wakeMark = (): Mark => ({ calls, news });

export interface Mark {
  readonly calls: number;
  readonly news: number;
}

/** Resolves at the next call since the mark (with `news`, at the next news), after `ms`, or when the signal says stop. */
export function untilWoken(ms: number, signal: AbortSignal, mark = wakeMark(), least: Call = 'room'): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      waiting.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    waiting.set(done, least);
    signal.addEventListener('abort', done, { once: true });
    const isLate = least === 'news' ? mark.news !== news : mark.calls !== calls;
    if (signal.aborted || isLate) done();
  });
}
