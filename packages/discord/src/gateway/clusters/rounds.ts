/** The same work again and again, never twice at once; a call brings the next one forward. */
export function createRounds(
  everyMs: number,
  work: () => Promise<void>,
): {
  start(): void;
  wake(): void;
  /** Resolves when the one that runs is over. */
  stop(): Promise<void>;
} {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let isCalled = false;
  let current: Promise<void> | undefined;
  const next = (waitMs: number): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void begin(), waitMs);
  };
  const begin = (): Promise<void> => {
    isCalled = false;
    current = work().finally(() => {
      current = undefined;
      next(isCalled ? 0 : everyMs);
    });
    return current;
  };
  return {
    start: () => next(0),
    wake() {
      isCalled = true;
      if (!current) next(0);
    },
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await current;
    },
  };
}
