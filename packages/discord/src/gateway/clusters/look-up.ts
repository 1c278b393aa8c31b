import type { Log, Timers } from '@tally/kernel';

/** Whether Discord wants more shards, and which intents it grants, is looked up this often. */
const EVERY_MS = 60 * 60_000;
const AGAIN_MS = 5 * 60_000;

export interface LookUp {
  untilFirst(): Promise<void>;
  ifDue(): void;
}

/**
 * Asks Discord now and then. Nothing starts before the first answer, but nobody waits for the later ones: Discord may
 * take longer than a lease lasts, and the shards would be lost over a question that can wait.
 */
export function createLookUp(
  { timers, log }: { readonly timers: Timers; readonly log: Log },
  ask: (isFirst: boolean) => Promise<void>,
): LookUp {
  let dueAt: number | null = null;
  let isAsking = false;
  const again = async (): Promise<void> => {
    isAsking = true;
    try {
      await ask(false);
      dueAt = timers.nowMs() + EVERY_MS;
    } catch (error) {
      log.warn({ err: error }, 'Discord did not say how many shards it wants.');
      dueAt = timers.nowMs() + AGAIN_MS;
    }
    isAsking = false;
  };
  return {
    async untilFirst() {
      if (dueAt !== null) return;
      await ask(true);
      dueAt = timers.nowMs() + EVERY_MS;
    },
    ifDue() {
      if (dueAt !== null && timers.nowMs() >= dueAt && !isAsking) void again();
    },
  };
}
