import type { Ctx, PlatformDefinition } from '@tally/kernel';

/** How many requests may still be made. Uses real time, because the platform does too. */
export interface Budget {
  /** The number of whole requests available now. */
  left(): number;
  take(): boolean;
  /** Spends a request on a channel out of turn after a push. The sweep then makes one request less. */
  borrow(): void;
  /** Returns the number borrowed since the last call. */
  borrowed(): number;
  /** Records requests that other processes have borrowed. */
  owe(count: number): void;
  /** Drops all savings, because another process may just have used them. */
  empty(): void;
}

/** The savings plus one minute's supply equal the platform's limit, so no minute can exceed it. */
export function createBudget(questionsPerMinute: number, nowMs: () => number): Budget {
  const most = Math.max(1, Math.floor(questionsPerMinute / 20));
  const perMs = Math.max(questionsPerMinute - most, questionsPerMinute / 2) / 60_000;
  let saved = most;
  let countedAt = nowMs();
  let borrowed = 0;
  const count = () => {
    const now = nowMs();
    saved = Math.min(most, saved + (now - countedAt) * perMs);
    countedAt = now;
    return saved;
  };
  return {
    left: () => Math.max(0, Math.floor(count())),
    take() {
      if (count() < 1) return false;
      saved -= 1;
      return true;
    },
    borrow() {
      count();
      saved -= 1;
      borrowed += 1;
    },
    borrowed() {
      const since = borrowed;
      borrowed = 0;
      return since;
    },
    owe(more) {
      count();
      saved -= more;
    },
    empty() {
      saved = Math.min(0, count());
    },
  };
}

const budgets = new WeakMap<object, Map<string, Budget>>();

/**
 * Returns one budget per platform and process, shared by the sweep and by requests after pushes. The sweep's leader
 * learns from its lease what other processes borrowed.
 */
export function budgetOf({ platforms, timers }: Ctx, { id, pace }: PlatformDefinition): Budget {
  const own = budgets.get(platforms) ?? new Map<string, Budget>();
  budgets.set(platforms, own);
  const budget = own.get(id) ?? createBudget(pace.questionsPerMinute, timers.nowMs);
  own.set(id, budget);
  return budget;
}
