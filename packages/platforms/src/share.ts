import { type CallBudgets, type Clock, minutes } from '@tally/kernel';

/** A group's requests per minute, across all processes. */
export interface Share {
  /** Takes one request. Zero: it succeeded. Otherwise the milliseconds until the next attempt. */
  take(): Promise<number>;
}

export interface ShareOptions {
  readonly budgets: CallBudgets;
  readonly clock: Clock;
  readonly name: string;
  readonly perMinute: number;
}

/** A fixed window for each minute of the clock, so a caller can learn when there are more requests. */
export function createShare({ budgets, clock, name, perMinute }: ShareOptions): Share {
  let spentUntil = 0;
  return {
    async take() {
      const now = clock.now().getTime();
      const begin = now - (now % minutes(1));
      const end = begin + minutes(1);
      // A flood queries the shared count once a minute instead of once per call.
      if (spentUntil === end) return end - now;
      const at = new Date(begin);
      const { granted } = await budgets.take({ name, at, since: new Date(begin - 1), limit: perMinute, count: 1 });
      if (granted > 0) return 0;
      spentUntil = end;
      return end - now;
    },
  };
}
