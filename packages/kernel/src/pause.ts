import { setTimeout as wait } from 'node:timers/promises';

/** For loops that end with a signal: when it is aborted the pause is over at once, which is no error. */
export async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}
