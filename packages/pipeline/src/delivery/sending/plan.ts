import { type Ctx, minutes, seconds } from '@tally/kernel';
import type { Delivery } from '../tables.ts';

/** Pauses before the second, third … attempt. Later attempts follow every five minutes. */
const PAUSES_MS = [2, 5, 15, 30, 60, 120].map(seconds);
const LATER_PAUSE_MS = minutes(5);

/** When to try again after this many attempts. A longer wait requested by Discord takes precedence. */
export function nextTry(attempts: number, now: Date, askedToWaitMs = 0): Date {
  const pause = PAUSES_MS[attempts - 1] ?? LATER_PAUSE_MS;
  return new Date(now.getTime() + Math.max(pause, askedToWaitMs));
}

/** If this many senders in a row died on the same message, the message is probably the cause. */
const MOST_LOST = 3;

/** The message itself may crash its sender, and must not crash one sender after another. */
export const isSuspect = ({ lost }: Pick<Delivery, 'lost'>): boolean => lost >= MOST_LOST;

/**
 * Returns when to retry a message after this many lost senders. The base is the pause after one refusal by Discord. A
 * random delay of up to the same length separates messages that were claimed together, because only one of them can be
 * the cause.
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

/** Near the end of a lease nothing is sent, because another process may soon claim the row. */
export const LEASE_MARGIN_MS = seconds(5);

/**
 * The gateway's state may be a few seconds old. So we act on a missing permission or an empty history only if we see it
 * twice.
 */
export const LOOK_AGAIN_MS = seconds(7);
