import type { Ctx, PlatformDefinition } from '@tally/kernel';

/** How many questions may still be asked. Counted in real time: it is the platform that counts them too. */
export interface Budget {
  /** Whole questions that may be asked at once. */
  left(): number;
  take(): boolean;
  /** For a question out of turn, which a push has made necessary: the sweep asks one less for it. */
  borrow(): void;
  /** How many were borrowed since the last call. */
  borrowed(): number;
  /** Other processes have borrowed this many. */
  owe(count: number): void;
  /** Starts again with nothing saved, because another process may just have used up its savings. */
  empty(): void;
}

/**
 * What may be saved up and what is added in a minute are together the platform's figure. So no minute ever sees more
 * than that, wherever it starts.
 */
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
 * One per platform and process; a sweep and the questions that follow from pushes share it. What processes that do not
 * lead the sweep have borrowed reaches the leader with its lease.
 */
export function budgetOf({ platforms, timers }: Ctx, { id, pace }: PlatformDefinition): Budget {
  const own = budgets.get(platforms) ?? new Map<string, Budget>();
  budgets.set(platforms, own);
  const budget = own.get(id) ?? createBudget(pace.questionsPerMinute, timers.nowMs);
  own.set(id, budget);
  return budget;
}
