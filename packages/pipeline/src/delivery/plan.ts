import { minutes, seconds } from '@tally/kernel';

/** Pauses before the second, third … try of a message; after the last one, every five minutes. */
const PAUSES_MS = [2, 5, 15, 30, 60, 120].map(seconds);
const LATER_PAUSE_MS = minutes(5);

/** When to try again after so many attempts. Discord's own wish to wait counts if it is longer. */
export function nextTry(attempts: number, now: Date, askedToWaitMs = 0): Date {
  const pause = PAUSES_MS[attempts - 1] ?? LATER_PAUSE_MS;
  return new Date(now.getTime() + Math.max(pause, askedToWaitMs));
}

/** A sender that has not reported back after this long is taken for dead. */
export const LEASE_MS = seconds(30);

/** Nothing is sent in the last moments of a lease: somebody else may hold the row soon. */
export const LEASE_MARGIN_MS = seconds(5);
