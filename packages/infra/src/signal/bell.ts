import type { Timers } from '@tally/kernel';

export interface Bell {
  readonly ring: () => void;
  /** Resolves when the bell has rung since the last call, the time is up, or the signal is aborted. */
  readonly next: (withinMs?: number | null) => Promise<void>;
}

/** Wakes one loop. A ring is remembered while the loop is busy. */
export function createBell(timers: Timers, signal: AbortSignal): Bell {
  let isRung = false;
  let wake = (): void => {};
  return {
    ring() {
      isRung = true;
      wake();
    },
    async next(withinMs = null) {
      if (!isRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener('abort', wake);
        const cancel = withinMs === null ? undefined : timers.after(withinMs, wake);
        await promise;
        cancel?.();
        signal.removeEventListener('abort', wake);
      }
      isRung = false;
    },
  };
}
