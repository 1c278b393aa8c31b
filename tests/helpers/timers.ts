import { createTimers, systemTimers, type Timers } from '@tally/kernel';

interface Waiting {
  readonly at: number;
  readonly go: () => void;
}

const inOrder = (waiting: Iterable<Waiting>, until: number): Waiting[] =>
  [...waiting].filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at);

export interface TestTimers extends Timers {
  /** Moves the time. Timers that become due fire in order, including new ones that they set. */
  pass(ms: number): Promise<void>;
}

/** Creates timers that wait until the test moves the time. */
export function testTimers(): TestTimers {
  let now = 0;
  const waiting = new Set<Waiting>();
  const timers = createTimers({
    nowMs: () => now,
    start(ms, work) {
      const each = { at: now + Math.max(0, ms), go: work };
      waiting.add(each);
      return () => waiting.delete(each);
    },
    breathe: systemTimers.breathe,
  });
  return {
    ...timers,
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        // Lets pending work set its timers before the time moves on.
        await timers.breathe();
        const [next] = inOrder(waiting, until);
        if (!next) break;
        waiting.delete(next);
        now = next.at;
        next.go();
      }
      now = until;
    },
  };
}

export interface MovedTimers extends Timers {
  /** Moves the time. Timers that become due fire immediately, and time never goes back. */
  move(ms: number): void;
}

/** Creates real timers that a test can move ahead. */
export function movedTimers(): MovedTimers {
  let ahead = 0;
  const waiting = new Set<Waiting>();
  const nowMs = (): number => systemTimers.nowMs() + ahead;
  const timers = createTimers({
    nowMs,
    start(ms, work, keepsAlive) {
      const stop = (): void => {
        waiting.delete(each);
        cancel();
      };
      const go = (): void => {
        stop();
        work();
      };
      const each = { at: nowMs() + ms, go };
      waiting.add(each);
      const cancel = keepsAlive ? systemTimers.after(ms, go) : systemTimers.every(ms, go);
      return stop;
    },
    breathe: systemTimers.breathe,
  });
  return {
    ...timers,
    move(ms) {
      ahead += Math.max(0, ms);
      // One timer may cancel another.
      for (const each of inOrder(waiting, nowMs())) if (waiting.has(each)) each.go();
    },
  };
}
