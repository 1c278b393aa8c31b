/**
 * Lets at most `count` calls pass within any window of `windowMs`, in the order of arrival.
 *
 * Discord counts 50 a second. A counter that starts anew each second (as the library's does) lets 100 pass around
 * the turn of the second, which Discord's own window may then refuse. A sliding window cannot; it is a little
 * wider than Discord's, because calls reach it closer together than they left here.
 */
export interface Pacer {
  /** Resolves when it is this caller's turn; rejects when the signal is aborted while waiting. */
  turn(signal?: AbortSignal | null): Promise<void>;
  readonly waiting: number;
}

interface Waiter {
  readonly go: () => void;
  isGone: boolean;
}

export function createPacer(about: { count: number; windowMs: number; nowMs: () => number }): Pacer {
  const { count, windowMs, nowMs } = about;
  /** When the last `count` calls left, oldest first; a ring, so that taking a turn costs nothing. */
  const left = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let queue: Waiter[] = [];
  let head = 0;
  let timer: NodeJS.Timeout | undefined;

  const freeInMs = (): number => (left[oldest] as number) + windowMs - nowMs();
  const leave = (): void => {
    left[oldest] = nowMs();
    oldest = (oldest + 1) % count;
  };
  const drain = (): void => {
    timer = undefined;
    while (head < queue.length) {
      const waiter = queue[head] as Waiter;
      if (!waiter.isGone) {
        const wait = freeInMs();
        if (wait > 0) {
          timer = setTimeout(drain, Math.ceil(wait));
          return;
        }
        leave();
        waiter.go();
      }
      head += 1;
    }
    queue = [];
    head = 0;
  };

  return {
    get waiting() {
      return queue.length - head;
    },
    turn(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (head === queue.length && freeInMs() <= 0) {
        leave();
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          waiter.isGone = true;
          reject(signal?.reason as Error);
        };
        const waiter: Waiter = {
          isGone: false,
          go: () => {
            signal?.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        queue.push(waiter);
        if (!timer) drain();
      });
    },
  };
}

/** Limits off: for benches and for a proxy that keeps the limits itself. */
export const freePacer: Pacer = { waiting: 0, turn: () => Promise.resolve() };
