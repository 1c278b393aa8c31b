import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { listDeliveries } from './store/journal.ts';
import { type Settled, type Settlement, settleAll } from './store/line.ts';
import type { Delivery } from './tables.ts';

const MOST_AT_ONCE = 500;
const TOLD_TOGETHER = 50;

export interface Settler {
  /** Resolves when it is written. */
  settle(delivery: Delivery, settlement: Settlement): Promise<void>;
}

interface Waiting extends Settled {
  readonly done: (error?: unknown) => void;
}

/**
 * Writes outcomes at once while there are few, and many in one transaction while the last one is still being written:
 * a burst costs no more transactions than the database can bear.
 */
export function createSettler(ctx: Ctx): Settler {
  let waiting: Waiting[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      try {
        await write(ctx, batch);
        for (const each of batch) each.done();
      } catch (error) {
        for (const each of batch) each.done(error);
      }
    }
    isWriting = false;
  }

  return {
    settle: (delivery, settlement) =>
      new Promise((resolve, reject) => {
        const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
        waiting.push({ delivery, settlement, done });
        if (!isWriting) void drain();
      }),
  };
}

/** Outcomes under the rows' fences, and the owners' news of them, both or neither. */
async function write(ctx: Ctx, batch: readonly Settled[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const ours = await settleAll(tx, batch, ctx.clock.now());
    const hears = new Set(ctx.features.flatMap((feature) => (feature.delivered ? [feature.name] : [])));
    const ids = batch
      .filter(({ delivery, settlement }) => settlement.nextAttemptAt === null && hears.has(delivery.owner))
      .flatMap(({ delivery }) => (ours.has(delivery.id) ? [delivery.id] : []));
    const groups = [];
    for (let from = 0; from < ids.length; from += TOLD_TOGETHER) {
      groups.push({ deliveryIds: ids.slice(from, from + TOLD_TOGETHER) });
    }
    if (groups.length > 0) await ctx.queue.sendMany(tellOwner, groups, { tx });
  });
}

/** Delivery does not know what an owner does about an outcome; it only makes sure that the owner hears of it. */
export const tellOwner = defineJob({
  name: 'delivery/tell-owner',
  data: z.object({ deliveryIds: z.array(z.uuid()).min(1) }),
  concurrency: 4,
  async run(ctx, { deliveryIds }) {
    const failed: string[] = [];
    for (const delivery of await listDeliveries(ctx.db, deliveryIds)) {
      const owner = ctx.features.find((feature) => feature.name === delivery.owner);
      try {
        await owner?.delivered?.(ctx, delivery);
      } catch (error) {
        if (deliveryIds.length === 1) throw error;
        ctx.log.warn({ err: error, delivery: delivery.id }, 'an owner could not take an outcome; it is told again');
        failed.push(delivery.id);
      }
    }
    // Told again on its own, so that the others are not told twice.
    await ctx.queue.sendMany(
      tellOwner,
      failed.map((id) => ({ deliveryIds: [id] })),
    );
  },
});
