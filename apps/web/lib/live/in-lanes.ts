/** Runs a limited number of tasks at once. Other tasks wait their turn. */
export function inLanes(lanes: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = lanes;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Passes the slot directly to the next task, so it never looks free in between.
      if (next) next();
      else free += 1;
    }
  };
}
