/**
 * Events that wait to hear whether they are ours, and those that arrived behind them, start in the order in which they
 * came. Otherwise the last ones that have to be claimed would be overtaken by the first that no longer have to be.
 */
export interface Turns {
  readonly isEmpty: boolean;
  /** Starts the work in its turn, if it is ours by then; resolves when it is done, or when it is not ours. */
  take(isOurs: boolean | Promise<boolean>, begin: () => Promise<void> | null): Promise<void>;
  /** Resolves when everything that was taken so far has started. */
  begun(): Promise<void>;
}

export function createTurns(): Turns {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    get isEmpty() {
      return waiting === 0;
    },
    async take(isOurs, begin) {
      waiting += 1;
      const turn = Promise.all([isOurs, last]).then(([isTold]) => {
        waiting -= 1;
        // Wrapped in an object, so that the next one need not wait until this one is done.
        return { done: isTold ? begin() : null };
      });
      last = turn;
      await (await turn).done;
    },
    async begun() {
      await last;
    },
  };
}
