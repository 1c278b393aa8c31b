import { minutes, type PlatformDefinition, seconds } from '@tally/kernel';

/** The length of one round of the sweep. No channel is asked about more often. */
export const ROUND_MS = seconds(2);
/** The share of a platform's budget that may be spent on asking faster than its pace requires. */
const SPARE = 1 / 2;
/** Even if few channels are followed, a platform with a pace slower than this is not asked faster. */
const HURRIED_UP_TO_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(10);

export interface Cadence {
  readonly idleMs: number;
  readonly busyMs: number;
  /** All channels fit into one round, so none has to wait for its turn. */
  readonly isEveryRound: boolean;
}

/**
 * Returns how often channels are asked about. The pace is what we promise. An installation with few channels spends
 * the rest of the budget, so a lost push delays a message only by seconds. Unofficial pages are never asked more often
 * than the pace.
 */
export function cadenceOf(platform: PlatformDefinition, watched: number): Cadence {
  const { pace, batchSize } = platform;
  const idleMs = seconds(pace.idleSeconds);
  const busyMs = Math.min(idleMs, seconds(pace.busySeconds));
  if (platform.isUnofficial || batchSize === 1 || idleMs > HURRIED_UP_TO_MS)
    return { idleMs, busyMs, isEveryRound: false };
  const questions = Math.ceil(watched / batchSize);
  // Whole milliseconds, because the column of a channel's wait holds no fractions.
  const affordable = Math.ceil((questions / (pace.questionsPerMinute * SPARE)) * minutes(1));
  const quick = Math.max(ROUND_MS, affordable);
  return {
    idleMs: Math.min(idleMs, quick),
    busyMs: Math.min(busyMs, quick),
    isEveryRound: quick <= ROUND_MS,
  };
}

/**
 * A channel without a usable answer waits as long as the problem has already lasted, give or take a quarter. So a
 * platform that is down is not flooded, and not all processes ask at once when it is back.
 */
export function backOffMs(about: { usualMs: number; troubleMs: number; random: number }): number {
  const longest = Math.min(LONGEST_PAUSE_MS, Math.max(minutes(1), 4 * about.usualMs));
  const wanted = Math.min(longest, Math.max(about.usualMs, about.troubleMs));
  return Math.round(wanted * (0.75 + about.random / 2));
}
