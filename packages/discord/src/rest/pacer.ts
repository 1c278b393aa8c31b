import type { Timers } from '@tally/kernel';

/**
 * Lets at most `count` calls reach Discord within any window of `windowMs`, in order of arrival. Discord counts 50 a
 * second. A counter that resets each second (as the library's does) lets 100 pass around the turn of the second.
 * Counting when calls leave is not enough either: a slow call arrives together with those of the next second. So a
 * place is free again one window after the answer came, because by then Discord has counted the call. Whatever the
 * delays, no place is counted twice within a window.
 */
export interface Pacer {
  /**
   * Resolves when it is the caller's turn, with a function to call when the answer arrives. Rejects if the signal is
   * aborted while waiting.
   */
  turn(signal?: AbortSignal | null): Promise<() => void>;
  /** Discord has counted more calls than we have: another process uses the same token or IP address. */
  overdrawn(): void;
}

interface Waiter {
  readonly go: () => void;
  isGone: boolean;
}

/** An answer that takes longer than this no longer keeps its place: the call was counted long ago. */
const LONGEST_WAY_MS = 1000;

/**
 * Several processes that share a token do not know of each other's calls. A process that hits the limit slows down
 * sharply at once and recovers slowly, so that after a while each has its fair share. (Additive increase,
 * multiplicative decrease: https://www.rfc-editor.org/rfc/rfc5681#section-3.1)
 */
const KEPT = 0.85;
const REGAINED_PER_WINDOW = 0.03;
/** The floor of that slowdown: more than a few processes need a proxy that counts for all of them. */
const LEAST_SHARE = 1 / 4;

export function createPacer(about: { count: number; windowMs: number; timers: Timers }): Pacer {
  const { count, windowMs, timers } = about;
  const { nowMs } = timers;
  /** When the calls in flight left, and when the places of the others are free again; both oldest first. */
  const onTheWay = new Map<symbol, number>();
  const freeAt: number[] = [];
  const queue: Waiter[] = [];
  let kept = count;
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
  const allowed = (now: number): number =>
    Math.min(count, kept + Math.floor(((now - stoodBackAt) / windowMs) * count * REGAINED_PER_WINDOW));
  /** 0 if there is a place; otherwise the time until the next check. */
  const waitMs = (): number => {
    const now = nowMs();
    tidy(now);
    if (onTheWay.size + freeAt.length < allowed(now)) return 0;
    const [leftAt = now] = onTheWay.values();
    return Math.max(
      1,
      Math.ceil(Math.min(freeAt[0] ?? Number.POSITIVE_INFINITY, leftAt + LONGEST_WAY_MS + windowMs) - now),
    );
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
        cancelDrain = timers.after(wait, drain);
        break;
      }
      taken += 1;
      if (!waiter.isGone) waiter.go();
    }
    queue.splice(0, taken);
  };

  return {
    overdrawn() {
      const now = nowMs();
      // Calls that left together are refused together: that is one reason to slow down, not many.
      if (now - stoodBackAt < windowMs) return;
      kept = Math.max(1, Math.floor(count * LEAST_SHARE), Math.floor(allowed(now) * KEPT));
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

/** No limits: for benches and for a proxy that enforces the limits itself. */
export const freePacer: Pacer = { turn: () => Promise.resolve(noPlace), overdrawn: noPlace };
