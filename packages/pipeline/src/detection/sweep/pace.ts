import { minutes, type PlatformDefinition, seconds } from '@tally/kernel';

/** The length of one round of the sweep. No channel is queried more often. */
export const ROUND_MS = seconds(2);
/** The fraction of a platform's budget that may be spent on requests beyond its pace. */
const SPARE = 1 / 2;
/** A platform with a slower pace than this is never queried faster, even if few channels are followed. */
const HURRIED_UP_TO_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(10);

export interface Cadence {
  readonly idleMs: number;
  readonly busyMs: number;
  /** True if all channels fit into one round, so none has to wait for its turn. */
  readonly isEveryRound: boolean;
}

/**
 * Returns how often channels are queried. The pace is our promise. An installation with few channels spends the rest of
 * the budget, so a lost push delays a message only by seconds. Unofficial pages are never queried more often than the
 * pace.
 */
export function cadenceOf(platform: PlatformDefinition, watched: number): Cadence {
  const { pace, batchSize } = platform;
  const idleMs = seconds(pace.idleSeconds);
  const busyMs = Math.min(idleMs, seconds(pace.busySeconds));
  if (platform.isUnofficial || batchSize === 1 || idleMs > HURRIED_UP_TO_MS)
    return { idleMs, busyMs, isEveryRound: false };
  const questions = Math.ceil(watched / batchSize);
  // The result is in whole milliseconds, because the column of a channel's wait holds no fractions.
  const affordable = Math.ceil((questions / (pace.questionsPerMinute * SPARE)) * minutes(1));
  const quick = Math.max(ROUND_MS, affordable);
  return {
    idleMs: Math.min(idleMs, quick),
    busyMs: Math.min(busyMs, quick),
    isEveryRound: quick <= ROUND_MS,
  };
}

/**
 * A channel without a usable answer waits as long as the problem has already lasted, plus or minus a quarter. So we do
 * not flood a platform that is down, and processes do not all return at once.
 */
export function backOffMs(about: { usualMs: number; troubleMs: number; random: number }): number {
  const longest = Math.min(LONGEST_PAUSE_MS, Math.max(minutes(1), 4 * about.usualMs));
  const wanted = Math.min(longest, Math.max(about.usualMs, about.troubleMs));
  return Math.round(wanted * (0.75 + about.random / 2));
}
