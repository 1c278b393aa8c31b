import { type Ctx, minutes, seconds } from '@tally/kernel';
import type { Delivery } from './tables.ts';

/** Pauses before the second, third … try of a message; after the last one, every five minutes. */
const PAUSES_MS = [2, 5, 15, 30, 60, 120].map(seconds);
const LATER_PAUSE_MS = minutes(5);

/** When to try again after so many attempts. Discord's own wish to wait counts if it is longer. */
export function nextTry(attempts: number, now: Date, askedToWaitMs = 0): Date {
  const pause = PAUSES_MS[attempts - 1] ?? LATER_PAUSE_MS;
  return new Date(now.getTime() + Math.max(pause, askedToWaitMs));
}

/** So many senders lost in a row with the same message are no accident any more. */
const MOST_LOST = 3;

/** Maybe it is this message that ends whoever sends it: then it must not end the next one at once, and the next, for ever. */
export const isSuspect = ({ lost }: Pick<Delivery, 'lost'>): boolean => lost >= MOST_LOST;

/**
 * When to try a message again that was lost so often: as if Discord had refused it once. Up to twice as late, each at another
 * moment, so that what was taken together is not taken together again: only one of them can be the one.
 */
export function standBack(
  { attempts }: Pick<Delivery, 'attempts'>,
  { clock, random }: Pick<Ctx, 'clock' | 'random'>,
): Date {
  const now = clock.now();
  const pause = nextTry(attempts, now).getTime() - now.getTime();
  return new Date(now.getTime() + pause + random.int(pause));
}

/** A sender that has not reported back after this long is taken for dead. */
export const LEASE_MS = seconds(30);

/** Nothing is sent in the last moments of a lease: somebody else may hold the row soon. */
export const LEASE_MARGIN_MS = seconds(5);
