/** How many calls we may still make. Counted in real time: they count them too, and do not follow our clock. */
export interface Allowance {
  take(): boolean;
}

const MINUTE_MS = 60_000;

/** No minute ever sees more, wherever it begins. */
export function createAllowance(perMinute: number, nowMs: () => number = () => performance.now()): Allowance {
  const taken: number[] = [];
  return {
    take() {
      const now = nowMs();
      while (taken[0] !== undefined && now - taken[0] >= MINUTE_MS) taken.shift();
      if (taken.length >= perMinute) return false;
      taken.push(now);
      return true;
    },
  };
}
