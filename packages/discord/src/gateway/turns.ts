/**
 * Events that wait to hear whether they are ours, and those that came after them: each begins in the order in which it came. The
 * last ones that are claimed would otherwise be overtaken by the first that need no claim any more.
 */
export interface Turns {
  readonly isEmpty: boolean;
  /** Begins in its turn, if it is ours by then; resolves when it is done or not ours. */
  take(isOurs: boolean | Promise<boolean>, begin: () => Promise<void> | null): Promise<void>;
  /** Resolves when all that were taken so far have begun. */
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
        // In an object, so that the next one does not wait until it is done.
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
