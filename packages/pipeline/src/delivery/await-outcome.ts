import type { Ctx } from '@tally/kernel';
import { findDelivery } from './store/journal.ts';
import type { Delivery } from './tables.ts';

const LOOK_EVERY_MS = 100;

/**
 * For somebody who waits at the other end, as with a test: how it stands as soon as it is settled, or after so long.
 * The clock on the wall, because a person has no other.
 */
export async function awaitOutcome(ctx: Ctx, dedupeKey: string, forMs: number): Promise<Delivery | null> {
  const until = ctx.timers.nowMs() + forMs;
  for (;;) {
    const delivery = await findDelivery(ctx.db, dedupeKey);
    if (!delivery || delivery.state !== 'queued' || ctx.timers.nowMs() >= until) return delivery;
    await ctx.timers.pause(LOOK_EVERY_MS);
  }
}
