import { setTimeout as pause } from 'node:timers/promises';
import { type Ctx, type PlatformDefinition, UpstreamError } from '@tally/kernel';
import { tryToLead } from './lead.ts';
import { sweep } from './sweep.ts';

const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface Sweeper {
  stop(): Promise<void>;
}

/**
 * Sweeps every platform over and over. Among several workers one leads a platform at a time; the lease is short, so
 * that another takes over soon after the leader is gone.
 */
export function startSweeper(makeCtx: () => Ctx): Sweeper {
  const stopping = new AbortController();
  const loops = makeCtx().platforms.definitions.map((platform) => run(makeCtx, platform, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function run(makeCtx: () => Ctx, platform: PlatformDefinition, signal: AbortSignal): Promise<void> {
  const holder = crypto.randomUUID();
  let wait = SHORTEST_PAUSE_MS;
  while (!signal.aborted) {
    const ctx = makeCtx();
    try {
      if (await tryToLead(ctx, `sweep/${platform.id}`, holder)) await sweep(ctx, platform);
      wait = SHORTEST_PAUSE_MS;
    } catch (error) {
      // Trouble with a platform or with the database ends nothing: say it, wait longer, try again.
      wait = Math.min(LONGEST_PAUSE_MS, Math.max(wait * 2, waitAskedBy(error)));
      ctx.log.warn({ platform: platform.id, error, nextTryMs: wait }, 'sweep failed');
    }
    await pause(wait, undefined, { signal }).catch(ignoreAbort);
  }
}

const waitAskedBy = (error: unknown): number => (error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0);

function ignoreAbort(error: unknown): void {
  if ((error as Error).name !== 'AbortError') throw error;
}
