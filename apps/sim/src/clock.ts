/** The same shape as the server's clock, so a test can use one for both. */
export interface Clock {
  now(): Date;
}

export interface SimClock extends Clock {
  /** Returns milliseconds since 1970, without creating a Date, because every request calls this. */
  ms(): number;
  /** Returns how far this clock is ahead of the one behind it. */
  offset(): number;
  advance(ms: number): void;
  set(now: Date): void;
  reset(): void;
  /** Calls the listener after each move. Returns a function that stops this. */
  whenMoved(listener: () => void): () => void;
}

/** Creates a clock that follows the outside one and can be moved forward. */
export function createClock(outside?: Clock): SimClock {
  const behind = outside ? () => outside.now().getTime() : () => Date.now();
  const listeners = new Set<() => void>();
  let offset = 0;
  const move = (to: number) => {
    offset = to;
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(behind() + offset),
    ms: () => behind() + offset,
    offset: () => offset,
    advance: (ms) => move(offset + ms),
    set: (now) => move(now.getTime() - behind()),
    reset: () => move(0),
    whenMoved(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
