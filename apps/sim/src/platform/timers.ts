import type { SimClock } from '../clock.ts';

/** Timers by the simulated clock. Moving it forward makes them due immediately. */
export interface Timers {
  later(delayMs: number, run: () => void): () => void;
  close(): void;
}

export function createTimers(clock: SimClock): Timers {
  const waiting = new Set<{ dueAt: number; run: () => void; handle: NodeJS.Timeout | undefined }>();

  const arm = (timer: { dueAt: number; run: () => void; handle: NodeJS.Timeout | undefined }): void => {
    clearTimeout(timer.handle);
    timer.handle = setTimeout(
      () => {
        if (timer.dueAt > clock.ms()) return arm(timer);
        waiting.delete(timer);
        timer.run();
      },
      Math.max(0, timer.dueAt - clock.ms()),
    );
    // A waiting webhook must not keep a test's process alive.
    timer.handle.unref();
  };

  const stopListening = clock.whenMoved(() => {
    for (const timer of [...waiting].sort((left, right) => left.dueAt - right.dueAt)) arm(timer);
  });

  const clear = (): void => {
    for (const timer of waiting) clearTimeout(timer.handle);
    waiting.clear();
  };

  return {
    later(delayMs, run) {
      const timer = { dueAt: clock.ms() + delayMs, run, handle: undefined };
      waiting.add(timer);
      arm(timer);
      return () => {
        clearTimeout(timer.handle);
        waiting.delete(timer);
      };
    },
    close() {
      stopListening();
      clear();
    },
  };
}
