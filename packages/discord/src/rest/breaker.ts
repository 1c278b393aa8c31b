/**
 * Discord bans an IP address after 10,000 responses of 401, 403 or 429 within ten minutes (429 of a shared limit does
 * not count). Long before that we stop calling and report it. All processes behind an address count together, in steps.
 * https://docs.discord.com/developers/topics/rate-limits
 */
const SLICE_MS = 10_000;
/** Ten minutes plus the slice that has just begun. */
const SLICES = 61;
/** The processes behind an address add up their counts after this many refusals, or after this time. */
const STEP = 20;
const STEP_MS = 10_000;

/** Adds refusals to the common count. Returns the counts of all processes per slice, newest first. */
export type AddRefused = (count: number) => Promise<readonly number[]>;

export interface Breaker {
  /** Returns the milliseconds until calls are allowed again, or 0 if they are allowed. */
  closedForMs(): number;
  /** Counts a response from Discord. */
  count(status: number, scope: string | null): void;
  /** Invalid requests of this address within the last ten minutes. */
  readonly invalid: number;
}

export function createBreaker(about: { limit: number; nowMs: () => number; addRefused?: AddRefused }): Breaker {
  const counts = new Uint32Array(SLICES);
  let slice = Math.floor(about.nowMs() / SLICE_MS);
  let total = 0;
  /** Refusals that this process has not yet added to the common count. */
  let fresh = 0;
  let isAdding = false;
  let addedAt = Number.NEGATIVE_INFINITY;

  const turn = (): void => {
    const now = Math.floor(about.nowMs() / SLICE_MS);
    for (let steps = Math.min(now - slice, SLICES); steps > 0; steps -= 1) {
      const place = (now - steps + 1) % SLICES;
      total -= counts[place] as number;
      counts[place] = 0;
    }
    slice = Math.max(now, slice);
  };

  const learn = (common: readonly number[]): void => {
    turn();
    for (let age = 0; age < SLICES; age += 1) counts[(slice - age + SLICES) % SLICES] = common[age] ?? 0;
    counts[slice % SLICES] = (counts[slice % SLICES] as number) + fresh;
    total = counts.reduce((sum, count) => sum + count, 0);
  };
  const addUp = async (addRefused: AddRefused): Promise<void> => {
    const adding = fresh;
    fresh = 0;
    isAdding = true;
    addedAt = about.nowMs();
    try {
      learn(await addRefused(adding));
    } catch {
      // Until the database is back, this process counts alone.
      fresh += adding;
    }
    isAdding = false;
  };

  return {
    get invalid() {
      turn();
      return total;
    },
    count(status, scope) {
      if (status === 401 || status === 403 || (status === 429 && scope !== 'shared')) {
        turn();
        const place = slice % SLICES;
        counts[place] = (counts[place] as number) + 1;
        total += 1;
        fresh += 1;
      }
      const isDue = fresh >= STEP || about.nowMs() - addedAt >= STEP_MS;
      if (about.addRefused && isDue && !isAdding) void addUp(about.addRefused);
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
