import type { Timers } from '@tally/kernel';

/** Limits how many calls we make to one host. */
export interface Budget {
  readonly perSecond: number;
  /** How many calls may start at once after an idle period. */
  readonly burst: number;
  readonly concurrent: number;
}

export const defaultBudget: Budget = { perSecond: 50, burst: 50, concurrent: 20 };

export class BudgetSpentError extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('our own budget for this host is used up');
    this.retryAfterMs = retryAfterMs;
  }
}

interface Waiter {
  readonly go: () => void;
  readonly stay: () => void;
}

/** The fraction of a host's places and saved calls for anonymous callers. At most this many of them wait in line. */
const SHARE_OF_STRANGERS = 1 / 2;
const MOST_STRANGERS_WAITING = 50;

/**
 * A token bucket with a limit of parallel calls, first come first served. Anonymous callers go last. It uses real time,
 * because a host does not follow our clock.
 */
export class HostBudget {
  readonly #budget: Budget;
  readonly #line: Waiter[] = [];
  readonly #strangersLine: Waiter[] = [];
  #tokens: number;
  readonly #timers: Timers;
  #filledAt: number;
  #pausedUntil = 0;
  #running = 0;
  #strangersRunning = 0;
  #cancelWake = (): void => {};

  constructor(budget: Budget, timers: Timers) {
    this.#budget = budget;
    this.#timers = timers;
    this.#filledAt = timers.nowMs();
    this.#tokens = budget.burst;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#line.length + this.#strangersLine.length;
  }

  /** Resolves with a function that releases the place. Throws if the wait would exceed `patienceMs`. */
  async enter(patienceMs: number, isForStranger = false): Promise<() => void> {
    const line = isForStranger ? this.#strangersLine : this.#line;
    const spent = () => new BudgetSpentError(1_000 / this.#budget.perSecond);
    const pauseMs = this.#pausedUntil - this.#timers.nowMs();
    if (pauseMs > patienceMs) throw new BudgetSpentError(pauseMs);
    if (isForStranger && line.length >= MOST_STRANGERS_WAITING) throw spent();
    await new Promise<void>((resolve, reject) => {
      const stay = this.#timers.after(patienceMs, () => {
        line.splice(line.indexOf(waiter), 1);
        reject(spent());
      });
      const waiter: Waiter = { go: resolve, stay };
      line.push(waiter);
      this.#advance();
    });
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#running -= 1;
      if (isForStranger) this.#strangersRunning -= 1;
      this.#advance();
    };
  }

  /** Pauses calls because the host requested it. */
  pause(forMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#timers.nowMs() + forMs);
  }

  #advance(): void {
    this.#cancelWake();
    const now = this.#timers.nowMs();
    const { perSecond, burst } = this.#budget;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1_000) * perSecond);
    this.#filledAt = now;
    while (now >= this.#pausedUntil) {
      const line = this.#nextLine();
      const waiter = line?.shift();
      if (!waiter) break;
      this.#tokens -= 1;
      this.#running += 1;
      if (line === this.#strangersLine) this.#strangersRunning += 1;
      waiter.stay();
      waiter.go();
    }
    // A released place wakes the line itself. Only a new token or the end of a pause needs the timer.
    const needed = this.#needed();
    if (needed === null) return;
    const forToken = ((needed - this.#tokens) / perSecond) * 1_000;
    this.#cancelWake = this.#timers.after(Math.max(1, forToken, this.#pausedUntil - now), () => this.#advance());
  }

  /** Returns the line that goes next, if enough tokens are available. */
  #nextLine(): Waiter[] | null {
    const needed = this.#needed();
    if (needed === null || this.#tokens < needed) return null;
    return this.#line.length > 0 ? this.#line : this.#strangersLine;
  }

  /** Returns how many tokens the next caller needs, or null if no caller waits or all places are in use. */
  #needed(): number | null {
    const { burst, concurrent } = this.#budget;
    if (this.#running >= concurrent) return null;
    if (this.#line.length > 0) return 1;
    const places = Math.max(1, Math.floor(concurrent * SHARE_OF_STRANGERS));
    if (this.#strangersLine.length === 0 || this.#strangersRunning >= places) return null;
    return Math.max(1, burst * (1 - SHARE_OF_STRANGERS));
  }
}
