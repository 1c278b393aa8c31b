/**
 * Discord bans an address after 10,000 answers of 401, 403 or 429 within ten minutes (429 of a shared limit does not
 * count). Long before that we stop calling and report it. https://docs.discord.com/developers/topics/rate-limits
 */
const SLICE_MS = 10_000;
/** Ten minutes, plus the slice that has just begun. */
const SLICES = 61;

export interface Breaker {
  /** Milliseconds until calls are allowed again; 0 if they are allowed. */
  closedForMs(): number;
  count(status: number, scope: string | null): void;
  /** Invalid requests within the last ten minutes. */
  readonly invalid: number;
}

export function createBreaker(about: { limit: number; nowMs: () => number }): Breaker {
  const counts = new Uint32Array(SLICES);
  let slice = Math.floor(about.nowMs() / SLICE_MS);
  let total = 0;

  const turn = (): void => {
    const now = Math.floor(about.nowMs() / SLICE_MS);
    for (let steps = Math.min(now - slice, SLICES); steps > 0; steps -= 1) {
      const place = (now - steps + 1) % SLICES;
      total -= counts[place] as number;
      counts[place] = 0;
    }
    slice = Math.max(now, slice);
  };

  return {
    get invalid() {
      turn();
      return total;
    },
    count(status, scope) {
      if (status !== 401 && status !== 403 && !(status === 429 && scope !== 'shared')) return;
      turn();
      const place = slice % SLICES;
      counts[place] = (counts[place] as number) + 1;
      total += 1;
    },
    closedForMs() {
      turn();
      if (total < about.limit) return 0;
      let rest = total;
      for (let age = SLICES - 1; age >= 0; age -= 1) {
        rest -= counts[(slice - age + SLICES) % SLICES] as number;
        // When this slice leaves the window, the count is below the limit again.
        if (rest < about.limit) return (slice - age + SLICES) * SLICE_MS - about.nowMs();
      }
      return SLICE_MS;
    },
  };
}
