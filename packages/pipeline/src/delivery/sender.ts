import type { Ctx } from '@tally/kernel';
import { attempt } from './attempt.ts';
import { LEASE_MS } from './plan.ts';
import { prepare } from './prepare.ts';
import { claimDue, lineUp } from './store/line.ts';
import { untilWoken } from './wake.ts';

const BATCH = 50;
const LOOK_EVERY_MS = 500;
const AFTER_TROUBLE_MS = 2_000;

export interface Sender {
  /** Takes nothing new and finishes what is on its way. */
  stop(): Promise<void>;
}

/** Takes what is due and sends it, batch after batch; waits only when nothing is due. */
export function startSender(makeCtx: () => Ctx): Sender {
  const stopping = new AbortController();
  const loop = run(makeCtx, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

async function run(makeCtx: () => Ctx, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ctx = makeCtx();
    try {
      const sent = await sendDue(ctx);
      if (sent === 0) await untilWoken(LOOK_EVERY_MS, signal);
    } catch (error) {
      // The database may be away. The rows are safe where they are.
      ctx.log.error({ error }, 'sender could not take its work');
      await untilWoken(AFTER_TROUBLE_MS, signal);
    }
  }
}

/** One batch; how many were taken. */
export async function sendDue(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  await lineUp(ctx.db, now);
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimDue(ctx.db, { now, leaseUntil, limit: BATCH, lanes: ['bot', 'webhook', 'either'] });
  const steps = await prepare(ctx, claimed);
  await Promise.all(steps.map((step) => attempt(ctx, step)));
  return claimed.length;
}
