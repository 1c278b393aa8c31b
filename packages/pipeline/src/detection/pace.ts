import { minutes, type PlatformDefinition, seconds } from '@tally/kernel';

/** The length of one round of the sweep; no channel is asked more often. */
export const ROUND_MS = seconds(2);
/** The share of a platform's budget that may be used for asking faster than its pace demands. */
const SPARE = 1 / 2;
/** A platform with a slower pace than this has a reason that holds for few channels as well. */
const HURRIED_UP_TO_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(10);

export interface Cadence {
  readonly idleMs: number;
  readonly busyMs: number;
  /** All channels fit into one round, so none of them has to wait its turn. */
  readonly isEveryRound: boolean;
}

/**
 * How often channels are asked about. The pace is what we promise; an installation with few channels uses the rest of
 * the budget, so that a lost push delays a message by seconds only. Unofficial pages are never asked more often than
 * the pace says.
 */
export function cadenceOf(platform: PlatformDefinition, watched: number): Cadence {
  const { pace, batchSize } = platform;
  const idleMs = seconds(pace.idleSeconds);
  const busyMs = Math.min(idleMs, seconds(pace.busySeconds));
  if (platform.isUnofficial || batchSize === 1 || idleMs > HURRIED_UP_TO_MS)
    return { idleMs, busyMs, isEveryRound: false };
  const questions = Math.ceil(watched / batchSize);
  // Whole milliseconds: the column of a channel's wait holds no fractions.
  const affordable = Math.ceil((questions / (pace.questionsPerMinute * SPARE)) * minutes(1));
  const quick = Math.max(ROUND_MS, affordable);
  return {
    idleMs: Math.min(idleMs, quick),
    busyMs: Math.min(busyMs, quick),
    isEveryRound: quick <= ROUND_MS,
  };
}

/**
 * A channel without a usable answer is asked again after as long as it has already been silent, give or take a quarter.
 * So a platform that is down is not besieged, and not stormed by everybody at once when it is back.
 */
export function backOffMs(about: { usualMs: number; troubleMs: number; random: number }): number {
  const longest = Math.min(LONGEST_PAUSE_MS, Math.max(minutes(1), 4 * about.usualMs));
  const wanted = Math.min(longest, Math.max(about.usualMs, about.troubleMs));
  return Math.round(wanted * (0.75 + about.random / 2));
}
