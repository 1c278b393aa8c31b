import type { Ctx } from '@tally/kernel';
import { findDelivery } from '../store/journal.ts';
import type { Delivery } from '../tables.ts';

const LOOK_EVERY_MS = 100;

/**
 * Waits until a delivery, such as a test message, is settled or the time is up. Uses real time, because a person is
 * waiting.
 */
export async function awaitOutcome(ctx: Ctx, dedupeKey: string, forMs: number): Promise<Delivery | null> {
  const until = ctx.timers.nowMs() + forMs;
  for (;;) {
    const delivery = await findDelivery(ctx.db, dedupeKey);
    if (!delivery || delivery.state !== 'queued' || ctx.timers.nowMs() >= until) return delivery;
    await ctx.timers.pause(LOOK_EVERY_MS);
  }
}
