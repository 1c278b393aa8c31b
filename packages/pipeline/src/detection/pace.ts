import { minutes, type PlatformDefinition, seconds } from '@tally/kernel';

/** A round of the sweep; nobody is asked more often. */
export const ROUND_MS = seconds(2);
/** How much of the platform's budget a cadence that is faster than its pace may use. */
const SPARE = 1 / 2;
/** Whoever wants to be asked less often than this has a reason that does not go away where there are few channels. */
const HURRIED_UP_TO_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(10);

export interface Cadence {
  readonly idleMs: number;
  readonly busyMs: number;
  /** One round holds everybody: they need not wait for the clock at all. */
  readonly isEveryRound: boolean;
}

/**
 * How often channels are asked about. The pace is what we owe; an installation with few channels uses the budget that
 * is left, so that a lost push costs it seconds. Pages that nobody promised us are never asked more than the pace.
 */
export function cadenceOf(platform: PlatformDefinition, watched: number): Cadence {
  const { pace, batchSize } = platform;
  const idleMs = seconds(pace.idleSeconds);
  const busyMs = Math.min(idleMs, seconds(pace.busySeconds));
  if (platform.isUnofficial || batchSize === 1 || idleMs > HURRIED_UP_TO_MS)
    return { idleMs, busyMs, isEveryRound: false };
  const questions = Math.ceil(watched / batchSize);
  const affordable = (questions / (pace.questionsPerMinute * SPARE)) * minutes(1);
  const quick = Math.max(ROUND_MS, affordable);
  return {
    idleMs: Math.min(idleMs, quick),
    busyMs: Math.min(busyMs, quick),
    isEveryRound: quick <= ROUND_MS,
  };
}

/**
 * A channel without a usable answer is asked as long again as it has been silent, give or take a quarter, so that a
 * platform that is down is not besieged, and not by everybody at once when it is back.
 */
export function backOffMs(about: { usualMs: number; troubleMs: number; random: number }): number {
  const longest = Math.min(LONGEST_PAUSE_MS, Math.max(minutes(1), 4 * about.usualMs));
  const wanted = Math.min(longest, Math.max(about.usualMs, about.troubleMs));
  return Math.round(wanted * (0.75 + about.random / 2));
}
