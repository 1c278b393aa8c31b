import { breathe, type Timers } from '@tally/kernel';
import type { FastifyInstance } from 'fastify';

export interface Stopping {
  /** Aborted when this process begins to stop, for answers that would never end by themselves. */
  readonly signal: AbortSignal;
  /** Around work that a stop waits for. */
  begin(): void;
  end(): void;
}

/** Handlers that are still at work when we stop have this long. */
const FINISH_MS = 7_000;

/**
 * Closing the server waits for open answers. It does not know about callers who have left while their handler is still
 * at work, and would close the database under it.
 */
export function watchStopping(app: FastifyInstance, timers: Timers): Stopping {
  const begun = new AbortController();
  const idle = Promise.withResolvers<void>();
  let atWork = 0;
  app.addHook('preClose', async () => begun.abort());
  app.addHook('onResponse', (_request, _reply, done) => {
    // A connection that falls idle only after we began to stop would be kept for another minute.
    if (begun.signal.aborted) void breathe().then(() => app.server.closeIdleConnections());
    done();
  });
  app.addHook('onClose', async () => {
    if (atWork > 0) await timers.within(FINISH_MS, idle.promise);
  });
  return {
    signal: begun.signal,
    begin() {
      atWork += 1;
    },
    end() {
      atWork -= 1;
      if (atWork === 0 && begun.signal.aborted) idle.resolve();
    },
  };
}
