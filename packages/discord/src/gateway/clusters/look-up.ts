import type { Log, Timers } from '@tally/kernel';

/** How often to check whether Discord wants more shards and which intents it grants. */
const EVERY_MS = 60 * 60_000;
const AGAIN_MS = 5 * 60_000;

export interface LookUp {
  untilFirst(): Promise<void>;
  ifDue(): void;
}

/**
 * Queries Discord regularly. No shard starts before the first response. Later queries run in the background, because
 * Discord may take longer than a lease lasts, and waiting could lose the shards.
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
