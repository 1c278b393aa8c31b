import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Stopping {
  /** Aborted when we begin to stop: what never ends by itself ends now. */
  readonly signal: AbortSignal;
  /** Work that a stop waits for. */
  finish<T>(work: Promise<T>): Promise<T>;
}

/** Handlers that are still at work when we stop have this long. */
const FINISH_MS = 7_000;

/**
 * Closing waits for open answers by itself. It does not know of callers who have gone while their handler still
 * works, and would close the database under it.
 */
export function watchStopping(app: FastifyInstance): Stopping {
  const begun = new AbortController();
  const atWork = new Set<Promise<unknown>>();
  app.addHook('preClose', async () => begun.abort());
  app.addHook('onResponse', async () => {
    // A connection that falls idle only after we began to stop would be kept for another minute.
    if (begun.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
  });
  app.addHook('onClose', async () => {
    await Promise.race([Promise.allSettled(atWork), pause(FINISH_MS, undefined, { ref: false })]);
  });
  return {
    signal: begun.signal,
    async finish(work) {
      atWork.add(work);
      try {
        return await work;
      } finally {
        atWork.delete(work);
      }
    },
  };
}
