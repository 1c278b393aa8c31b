import { type CallBudgets, type Clock, minutes } from '@tally/kernel';

/** A group's requests per minute, across all processes. */
export interface Share {
  /** Takes one request. Returns 0 on success, otherwise the milliseconds until the next attempt. */
  take(): Promise<number>;
}

export interface ShareOptions {
  readonly budgets: CallBudgets;
  readonly clock: Clock;
  readonly name: string;
  readonly perMinute: number;
}

/** Uses a fixed window for each minute of the clock, so callers can learn when more requests are available. */
export function createShare({ budgets, clock, name, perMinute }: ShareOptions): Share {
  let spentUntil = 0;
  return {
    async take() {
      const now = clock.now().getTime();
      const begin = now - (now % minutes(1));
      const end = begin + minutes(1);
      // In a flood, the shared count is queried once a minute instead of once per call.
      if (spentUntil === end) return end - now;
      const at = new Date(begin);
      const { granted } = await budgets.take({ name, at, since: new Date(begin - 1), limit: perMinute, count: 1 });
      if (granted > 0) return 0;
      spentUntil = end;
      return end - now;
    },
  };
}
