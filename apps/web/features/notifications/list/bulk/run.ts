/** How far one of many has come. */
export type RunState = 'waiting' | 'running' | 'done' | { readonly error: Error };
export type RunStates = ReadonlyMap<string, RunState>;

export const errorOf = (state: RunState | undefined): Error | null => (typeof state === 'object' ? state.error : null);

/** Some at a time: the API answers quickly, and one person's work must not take all of its patience. */
const LANES = 4;

/**
 * Does the same for many; one refusal does not stop the rest. What is not begun when `isStopped` turns true stays
 * waiting.
 */
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

/** "Too many at once" is no refusal: it is asked again, after a pause that grows. */
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
