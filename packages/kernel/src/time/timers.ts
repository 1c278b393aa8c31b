/** The only way to wait and to measure a duration. */
export interface Timers {
  /**
   * Returns milliseconds since 1970 on a monotonic clock. It was right when the process began, and system clock changes
   * do not affect it.
   */
  readonly nowMs: () => number;
  /** Runs the work once. Returns a function that cancels it. Keeps the process alive until it has run. */
  after(ms: number, work: () => void): () => void;
  /** Repeats the work. Returns a function that stops it. Does not keep the process alive. */
  every(ms: number, work: () => void): () => void;
  /** Resolves without an error as soon as the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Returns the result of the work, or undefined if it takes longer than this. */
  within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
  /** Lets other work go first. Long computations call it regularly. */
  readonly breathe: () => Promise<void>;
}

export interface TimerSource {
  readonly nowMs: () => number;
  /** Returns a function that cancels the work. With `keepsAlive`, the process does not end before it has run. */
  readonly start: (ms: number, work: () => void, keepsAlive: boolean) => () => void;
  readonly breathe: () => Promise<void>;
}

export function createTimers({ nowMs, start, breathe }: TimerSource): Timers {
  const after: Timers['after'] = (ms, work) => start(ms, work, true);
  return {
    nowMs,
    breathe,
    after,
    every(ms, work) {
      let stop = (): void => {};
      const next = (): void => {
        stop = start(
          ms,
          () => {
            next();
            work();
          },
          false,
        );
      };
      next();
      return () => stop();
    },
    pause: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const over = (): void => {
          cancel();
          signal?.removeEventListener('abort', over);
          resolve();
        };
        const cancel = after(ms, over);
        signal?.addEventListener('abort', over, { once: true });
      }),
    async within(ms, work) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const cancel = after(ms, () => resolve(undefined));
      return await Promise.race([work, promise]).finally(cancel);
    },
  };
}

/** Node fires longer timers after one millisecond: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const LONGEST_MS = 2 ** 31 - 1;

export const systemTimers: Timers = createTimers({
  nowMs: () => performance.timeOrigin + performance.now(),
  start(ms, work, keepsAlive) {
    let timer: NodeJS.Timeout;
    const begin = (leftMs: number): void => {
      timer = leftMs > LONGEST_MS ? setTimeout(begin, LONGEST_MS, leftMs - LONGEST_MS) : setTimeout(work, leftMs);
      if (!keepsAlive) timer.unref();
    };
    begin(ms);
    return () => clearTimeout(timer);
  },
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
});
