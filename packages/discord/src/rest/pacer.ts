import type { Share } from '@tally/infra/budgets';
import type { Timers } from '@tally/kernel';

/**
 * Limits how many calls reach Discord within any window of `windowMs` to the number of places, in order of arrival.
 * Discord counts 50 a second. A counter that resets each second (as the library's does) lets 100 pass around the turn
 * of the second. Counting when calls leave is not enough either, because a slow call arrives together with those of the
 * next second. So a place is free again one window after the response came, because by then Discord has counted the
 * call. Whatever the delays, no place is counted twice within a window.
 */
export interface Pacer {
  /**
   * Resolves when it is the caller's turn, with a function to call when the response arrives. Rejects if the signal is
   * aborted while waiting.
   */
  turn(signal?: AbortSignal | null): Promise<() => void>;
  /** Call this when Discord counted more calls than we did: another installation uses our token or IP address. */
  overdrawn(): void;
  /** The number of calls that wait for their turn. */
  readonly waiting: number;
}

interface Waiter {
  readonly go: () => void;
  isGone: boolean;
}

/** A response that takes longer than this no longer keeps its place, because Discord has long counted the call. */
const LONGEST_WAY_MS = 1000;

/**
 * Installations that share a token do not know of each other's calls. A process that reaches the limit slows down
 * sharply and recovers slowly, so that after a while each has its fair share. (Additive increase, multiplicative
 * decrease: https://www.rfc-editor.org/rfc/rfc5681#section-3.1)
 */
const KEPT = 0.85;
const REGAINED_PER_WINDOW = 0.03;
/** The smallest fraction of its places that a process uses. */
const LEAST_PART = 1 / 4;

export function createPacer(about: { share: Share; windowMs: number; timers: Timers }): Pacer {
  const { share, windowMs, timers } = about;
  const { nowMs } = timers;
  /** When the calls in flight were sent, and when the other places are free again. Both are sorted oldest first. */
  const onTheWay = new Map<symbol, number>();
  const freeAt: number[] = [];
  const queue: Waiter[] = [];
  /** The fraction of its places that a process uses after a refusal. */
  let kept = 1;
  let stoodBackAt = Number.NEGATIVE_INFINITY;
  let cancelDrain: (() => void) | undefined;

  const tidy = (now: number): void => {
    for (const [call, leftAt] of onTheWay) {
      if (leftAt + LONGEST_WAY_MS > now) break;
      onTheWay.delete(call);
      freeAt.push(leftAt + LONGEST_WAY_MS + windowMs);
    }
    let expired = 0;
    while (expired < freeAt.length && (freeAt[expired] as number) <= now) expired += 1;
    if (expired > 0) freeAt.splice(0, expired);
  };
  const partAt = (now: number): number => Math.min(1, kept + ((now - stoodBackAt) / windowMs) * REGAINED_PER_WINDOW);
  const allowed = (now: number): number => Math.min(share.size, Math.max(1, Math.floor(share.size * partAt(now))));
  /** Returns 0 if a place is free, otherwise the time until one may become free. */
  const waitMs = (): number => {
    const now = nowMs();
    tidy(now);
    if (onTheWay.size + freeAt.length < allowed(now)) return 0;
    const [leftAt = Number.POSITIVE_INFINITY] = onTheWay.values();
    const freeMs = Math.min(freeAt[0] ?? Number.POSITIVE_INFINITY, leftAt + LONGEST_WAY_MS + windowMs) - now;
    return Math.max(1, Math.ceil(freeMs));
  };
  const leave = (): (() => void) => {
    const call = Symbol('call');
    onTheWay.set(call, nowMs());
    return () => {
      if (!onTheWay.delete(call)) return;
      freeAt.push(nowMs() + windowMs);
      if (queue.length > 0) drain();
    };
  };
  const drain = (): void => {
    cancelDrain?.();
    cancelDrain = undefined;
    let taken = 0;
    for (const waiter of queue) {
      const wait = waiter.isGone ? 0 : waitMs();
      if (wait > 0) {
        if (wait < Number.POSITIVE_INFINITY) cancelDrain = timers.after(wait, drain);
        share.ask();
        break;
      }
      taken += 1;
      if (!waiter.isGone) waiter.go();
    }
    queue.splice(0, taken);
  };
  const waiting = (): number => queue.reduce((count, { isGone }) => count + (isGone ? 0 : 1), 0);

  share.connect({
    demand() {
      tidy(nowMs());
      return { occupied: onTheWay.size + freeAt.length, waiting: waiting() };
    },
    changed: drain,
  });

  return {
    get waiting() {
      return waiting();
    },
    overdrawn() {
      const now = nowMs();
      // Calls that left together are refused together, which is only one reason to slow down.
      if (now - stoodBackAt < windowMs) return;
      kept = Math.max(LEAST_PART, partAt(now) * KEPT);
      stoodBackAt = now;
    },
    turn(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (queue.length === 0 && waitMs() === 0) return Promise.resolve(leave());
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          waiter.isGone = true;
          reject(signal?.reason as Error);
        };
        const waiter: Waiter = {
          isGone: false,
          go: () => {
            signal?.removeEventListener('abort', giveUp);
            resolve(leave());
          },
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        queue.push(waiter);
        if (!cancelDrain) drain();
      });
    },
  };
}

const noPlace = (): void => undefined;

/** A pacer without limits, for benches and tests against a simulated Discord. */
export const freePacer: Pacer = { turn: () => Promise.resolve(noPlace), overdrawn: noPlace, waiting: 0 };
