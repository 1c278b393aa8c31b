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

/** If this many senders in a row were lost with the same message, it is no accident any more. */
const MOST_LOST = 3;

/**
 * Perhaps this very message ends whoever sends it. Then it must not take the next sender down at once, and the one
 * after that, for ever.
 */
export const isSuspect = ({ lost }: Pick<Delivery, 'lost'>): boolean => lost >= MOST_LOST;

/**
 * When to retry a message that was lost so often: like one that Discord has refused once. Each is delayed by a
 * different amount, up to twice as long, so that messages which were taken together are not taken together again: only
 * one of them can be to blame.
 */
export function standBack(
  { attempts }: Pick<Delivery, 'attempts'>,
  { clock, random }: Pick<Ctx, 'clock' | 'random'>,
): Date {
  const now = clock.now();
  const pause = nextTry(attempts, now).getTime() - now.getTime();
  return new Date(now.getTime() + pause + random.int(pause));
}

/** A sender that has not reported back after this time is considered dead. */
export const LEASE_MS = seconds(30);

/** Nothing is sent in the last moments of a lease: somebody else may hold the row soon. */
export const LEASE_MARGIN_MS = seconds(5);
