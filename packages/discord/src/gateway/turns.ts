/**
 * Events that wait for their claim, and events that arrived after them, start in order of arrival. Otherwise the first
 * events that no longer need a claim would overtake the last ones that do.
 */
export interface Turns {
  readonly isEmpty: boolean;
  /** Starts the work in its turn if the claim succeeds. Resolves when the work is done or skipped. */
  take(isOurs: boolean | Promise<boolean>, begin: () => Promise<void> | null): Promise<void>;
  /** Resolves when everything accepted so far has started. */
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
        // The object keeps the next event from waiting until this one is done.
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
