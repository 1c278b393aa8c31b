import { type Ctx, minutes, seconds } from '@tally/kernel';
import type { Delivery } from '../tables.ts';

/** Pauses before the second, third … attempt; after the last one, every five minutes. */
const PAUSES_MS = [2, 5, 15, 30, 60, 120].map(seconds);
const LATER_PAUSE_MS = minutes(5);

/** When to try again after this many attempts. A longer wait requested by Discord takes precedence. */
export function nextTry(attempts: number, now: Date, askedToWaitMs = 0): Date {
  const pause = PAUSES_MS[attempts - 1] ?? LATER_PAUSE_MS;
  return new Date(now.getTime() + Math.max(pause, askedToWaitMs));
}

/** If this many senders in a row died on the same message, it is not a coincidence. */
const MOST_LOST = 3;

/** The message itself may crash its sender. Then it must not take down one sender after another. */
export const isSuspect = ({ lost }: Pick<Delivery, 'lost'>): boolean => lost >= MOST_LOST;

/**
 * When to retry a message that was lost this often. The base is the pause after one refusal by Discord. A random delay
 * of up to the same length is added, so messages that were claimed together are not claimed together again: only one of
 * them can be to blame.
 */
export function delayRetry(
  { attempts }: Pick<Delivery, 'attempts'>,
  { clock, random }: Pick<Ctx, 'clock' | 'random'>,
): Date {
  const now = clock.now();
  const pause = nextTry(attempts, now).getTime() - now.getTime();
  return new Date(now.getTime() + pause + random.int(pause));
}

/** A sender that has not reported back after this time is considered dead. */
export const LEASE_MS = seconds(30);

/** In the last moments of a lease nothing is sent, because another process may soon hold the row. */
export const LEASE_MARGIN_MS = seconds(5);

/**
 * The gateway's state may be a few seconds old, so we believe in a missing permission or an empty history only the
 * second time.
 */
export const LOOK_AGAIN_MS = seconds(7);
