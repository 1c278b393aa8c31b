import { type CallBudgets, type Clock, minutes } from '@tally/kernel';

/** So many questions a minute that a group of people may have us ask, in all processes together. */
export interface Share {
  /** Zero: it is taken. Otherwise nothing is left for so many milliseconds. */
  take(): Promise<number>;
}

export interface ShareOptions {
  readonly budgets: CallBudgets;
  readonly clock: Clock;
  readonly name: string;
  readonly perMinute: number;
}

/** It begins again with every minute of the clock, so everyone can be told when there is more. */
export function createShare({ budgets, clock, name, perMinute }: ShareOptions): Share {
  let spentUntil = 0;
  return {
    async take() {
      const now = clock.now().getTime();
      const begin = now - (now % minutes(1));
      const end = begin + minutes(1);
      // A flood asks the common count once a minute and not once a call.
      if (spentUntil === end) return end - now;
      const at = new Date(begin);
      const { granted } = await budgets.take({ name, at, since: new Date(begin - 1), limit: perMinute, count: 1 });
      if (granted > 0) return 0;
      spentUntil = end;
      return end - now;
    },
  };
}
