/** The only source of waiting, and the only measure of how long something took. */
export interface Timers {
  /**
   * Milliseconds since 1970 by a clock that nobody can set: it was right when the process began, and only goes forward
   * from then on.
   */
  readonly nowMs: () => number;
  /** Answers what calls it off. The process does not end before. */
  after(ms: number, work: () => void): () => void;
  /** Answers what ends it. The process may end in between. */
  every(ms: number, work: () => void): () => void;
  /** Over at once when the signal is aborted, which is no error. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Waits for the work, but no longer than this: undefined then. */
  within<T>(ms: number, work: Promise<T>): Promise<T | undefined>;
}

export interface TimerSource {
  readonly nowMs: () => number;
  /** Answers what calls it off. `keepsAlive`: the process does not end before. */
  readonly start: (ms: number, work: () => void, keepsAlive: boolean) => () => void;
}

export function createTimers({ nowMs, start }: TimerSource): Timers {
  const after: Timers['after'] = (ms, work) => start(ms, work, true);
  return {
    nowMs,
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

/** What is longer Node ends after a millisecond: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
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
});

/** Lets others have their turn: a long piece of work takes such a breath now and then. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
