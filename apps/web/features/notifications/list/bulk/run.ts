/** The state of one of many calls. */
export type RunState = 'waiting' | 'running' | 'done' | { readonly error: Error };
export type RunStates = ReadonlyMap<string, RunState>;

export const errorOf = (state: RunState | undefined): Error | null => (typeof state === 'object' ? state.error : null);

/** Runs a few calls at a time: the API is fast, but one person must not use up the rate limit. */
const LANES = 4;

/** Runs all steps, even after a failure. Once `isStopped` returns true, the remaining steps do not start. */
export async function runAll<S extends { readonly key: string }>(about: {
  steps: readonly S[];
  run: (step: S) => Promise<unknown>;
  onState: (key: string, state: RunState) => void;
  isStopped?: () => boolean;
  lanes?: number;
}): Promise<void> {
  const { steps, run, onState, isStopped = () => false, lanes = LANES } = about;
  const queue = [...steps];
  const work = async () => {
    for (let step = queue.shift(); step; step = isStopped() ? undefined : queue.shift()) {
      onState(step.key, 'running');
      try {
        await run(step);
        onState(step.key, 'done');
      } catch (error) {
        onState(step.key, { error: error instanceof Error ? error : new Error(String(error)) });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, steps.length) }, work));
}

/** A rate-limited call is not a failure, so it is repeated after a growing pause. */
export async function patiently<T>(about: {
  ask: () => Promise<T>;
  isTooMany: (error: unknown) => boolean;
  pause: (attempt: number) => Promise<void>;
  attempts?: number;
}): Promise<T> {
  const { ask, isTooMany, pause, attempts = 7 } = about;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isTooMany(error) || attempt + 1 >= attempts) throw error;
      await pause(attempt);
    }
  }
}
