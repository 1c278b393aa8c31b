import type { Lane } from '../words.ts';

/**
 * The messages of a fan-out are spaced in the queue as if one were sent each second. So ten messages that arrive in the
 * middle of five thousand are sent ahead of most of them. A waiting message can be passed only by messages that arrive
 * soon after it, no matter how many arrive later.
 */
export const TURN_MS = 1_000;

interface Placed {
  readonly priority?: number | undefined;
  readonly lane?: Lane | undefined;
  /** A skipped message takes no place. */
  readonly skip?: unknown;
}

/**
 * Assigns turns to the messages of one fan-out, one after the other. Each lane has its own budget and therefore its
 * own count.
 */
export function openTurns(now: Date): (message: Placed) => number {
  const taken = new Map<string, number>();
  return ({ priority = 0, lane = 'bot', skip }) => {
    if (skip) return 0;
    const key = `${priority} ${lane}`;
    const turn = (taken.get(key) ?? now.getTime()) + TURN_MS;
    taken.set(key, turn);
    return turn;
  };
}
