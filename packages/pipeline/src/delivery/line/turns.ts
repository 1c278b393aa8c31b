import type { Lane } from '../words.ts';

/**
 * The queue spaces the messages of a fan-out as if one were sent each second. So ten new messages pass most of a
 * fan-out of five thousand. Only messages that arrive soon after a waiting message can pass it, no matter how many
 * arrive later.
 */
export const TURN_MS = 1_000;

interface Placed {
  readonly priority?: number | undefined;
  readonly lane?: Lane | undefined;
  /** A skipped message needs no turn. */
  readonly skip?: unknown;
}

/** Assigns turns to the messages of one fan-out in order. Each lane has its own budget, so each has its own count. */
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
