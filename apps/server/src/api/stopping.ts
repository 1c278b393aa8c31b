import type { Timers } from '@tally/kernel';
import type { FastifyInstance } from 'fastify';

export interface Stopping {
  /** Aborted when this process begins to stop, for answers without an end. */
  readonly signal: AbortSignal;
  /** Marks work that a stop waits for. */
  begin(): void;
  end(): void;
}

/** The time limit for handlers that are still running at a stop. */
const FINISH_MS = 7_000;

/**
 * Closing the server waits for open answers. But it does not know of callers who disconnected while their handler still
 * runs, so it would close the database too early.
 */
export function watchStopping(app: FastifyInstance, timers: Timers): Stopping {
  const begun = new AbortController();
  const idle = Promise.withResolvers<void>();
  let atWork = 0;
  app.addHook('preClose', async () => begun.abort());
  app.addHook('onResponse', (_request, _reply, done) => {
    // A connection that becomes idle after the stop began would stay open for another minute.
    if (begun.signal.aborted) void timers.breathe().then(() => app.server.closeIdleConnections());
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
