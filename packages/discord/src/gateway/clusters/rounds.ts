import type { Timers } from '@tally/kernel';

/** Repeats the same work without overlap. A call brings the next round forward. */
export function createRounds(
  timers: Timers,
  everyMs: number,
  work: () => Promise<void>,
): {
  start(): void;
  wake(): void;
  /** Resolves when a running round has ended. */
  stop(): Promise<void>;
} {
  let cancel = (): void => {};
  /** Without this flag, a call before the start would begin a second, parallel round. */
  let isOn = false;
  let isCalled = false;
  let current: Promise<void> | undefined;
  const next = (waitMs: number): void => {
    cancel();
    if (isOn) cancel = timers.after(waitMs, () => void begin());
  };
  const begin = (): Promise<void> => {
    isCalled = false;
    current = work().finally(() => {
      current = undefined;
      next(isCalled ? 0 : everyMs);
    });
    return current;
  };
  return {
    start() {
      isOn = true;
      next(0);
    },
    wake() {
      isCalled = true;
      if (!current) next(0);
    },
    async stop() {
      isOn = false;
      cancel();
      await current;
    },
  };
}
