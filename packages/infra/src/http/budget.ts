import type { Timers } from '@tally/kernel';

/** How hard we may lean on one host. */
export interface Budget {
  readonly perSecond: number;
  /** How many calls may go at once after a quiet time. */
  readonly burst: number;
  readonly concurrent: number;
}

export const defaultBudget: Budget = { perSecond: 50, burst: 50, concurrent: 20 };

export class BudgetSpentError extends Error {
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('our own budget for this host is spent');
    this.retryAfterMs = retryAfterMs;
  }
}

interface Waiter {
  readonly go: () => void;
  readonly stay: () => void;
}

/** A token bucket and a limit of parallel calls, first come first served. Real time: a host does not follow our clock. */
export class HostBudget {
  readonly #budget: Budget;
  readonly #line: Waiter[] = [];
  #tokens: number;
  readonly #timers: Timers;
  #filledAt: number;
  #pausedUntil = 0;
  #running = 0;
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
    return this.#line.length;
  }

  /** Answers a function that gives the place back; throws where it would take longer than `patienceMs`. */
  async enter(patienceMs: number): Promise<() => void> {
    const pauseMs = this.#pausedUntil - this.#timers.nowMs();
    if (pauseMs > patienceMs) throw new BudgetSpentError(pauseMs);
    await new Promise<void>((resolve, reject) => {
      const stay = this.#timers.after(patienceMs, () => {
        this.#line.splice(this.#line.indexOf(waiter), 1);
        reject(new BudgetSpentError(1_000 / this.#budget.perSecond));
      });
      const waiter: Waiter = { go: resolve, stay };
      this.#line.push(waiter);
      this.#advance();
    });
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#running -= 1;
      this.#advance();
    };
  }

  /** The host itself asked for quiet. */
  pause(forMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#timers.nowMs() + forMs);
  }

  #advance(): void {
    this.#cancelWake();
    const now = this.#timers.nowMs();
    const { perSecond, burst, concurrent } = this.#budget;
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) / 1_000) * perSecond);
    this.#filledAt = now;
    while (this.#line.length > 0 && this.#running < concurrent && this.#tokens >= 1 && now >= this.#pausedUntil) {
      const waiter = this.#line.shift();
      this.#tokens -= 1;
      this.#running += 1;
      waiter?.stay();
      waiter?.go();
    }
    // A place that is given back wakes the line by itself; a token or the end of a pause needs the timer.
    if (this.#line.length === 0 || this.#running >= concurrent) return;
    const forToken = ((1 - this.#tokens) / perSecond) * 1_000;
    this.#cancelWake = this.#timers.after(Math.max(1, forToken, this.#pausedUntil - now), () => this.#advance());
  }
}
