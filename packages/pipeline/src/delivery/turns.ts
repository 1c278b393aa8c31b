import type { Lane } from './words.ts';

/**
 * The messages of a fan-out stand in line as if one of them were sent each second. So ten messages that arrive in the
 * middle of five thousand are sent before the rest of those, and a waiting message is passed only by those that arrive
 * soon after it: whoever has waited longer than its place allows goes first, however many arrive later.
 */
export const TURN_MS = 1_000;

interface Placed {
  readonly priority?: number | undefined;
  readonly lane?: Lane | undefined;
  /** It takes no place. */
  readonly skip?: unknown;
}

/** Gives the messages of one fan-out their turns, one after the other. Each lane has its own budget and so its own count. */
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
