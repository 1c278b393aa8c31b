import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { nonceOf } from './nonce.ts';
import { type Trouble, troubleOf } from './outcome.ts';
import { nextTry } from './plan.ts';
import type { Step } from './prepare.ts';
import { getDelivery } from './store/journal.ts';
import { type Settlement, settle } from './store/line.ts';
import type { Delivery } from './tables.ts';

/** One attempt to make the channel agree with the row. Whatever comes of it is written under the row's fence. */
export async function attempt(ctx: Ctx, step: Step): Promise<void> {
  const { delivery } = step;
  const settlement = await tryOnce(ctx, step);
  await ctx.db.transaction(async (tx) => {
    const isOurs = await settle(tx, delivery, settlement, ctx.clock.now());
    if (!isOurs) return;
    if (settlement.nextAttemptAt === null) await ctx.queue.send(tellOwner, { deliveryId: delivery.id }, { tx });
  });
}

async function tryOnce(ctx: Ctx, step: Step): Promise<Settlement> {
  try {
    return await act(ctx, step);
  } catch (error) {
    return settlementOf(ctx, step.delivery, troubleOf(error));
  }
}

async function act(ctx: Ctx, step: Step): Promise<Settlement> {
  const { channelId, messageId, version, dedupeKey } = step.delivery;
  switch (step.kind) {
    case 'settled':
      return step.settlement;
    case 'remove':
      if (messageId) await ctx.discord.messages.delete({ channelId, messageId });
      return { state: 'removed', sentVersion: version, nextAttemptAt: null };
    case 'send': {
      const { payload } = step;
      const now = () => ctx.clock.now();
      if (messageId) {
        if (step.delivery.sentVersion < version) await ctx.discord.messages.edit({ channelId, messageId, payload });
        return { state: 'edited', reason: null, editedAt: now(), sentVersion: version, nextAttemptAt: null };
      }
      const message = await ctx.discord.messages.create({ channelId, payload, nonce: nonceOf(dedupeKey) });
      const posted = { state: 'posted', reason: null, messageId: message.id, sentAt: now() } as const;
      return { ...posted, sentVersion: version, inDoubtSince: null, nextAttemptAt: null };
    }
    default:
      return step satisfies never;
  }
}

function settlementOf(ctx: Ctx, delivery: Delivery, trouble: Trouble): Settlement {
  switch (trouble.kind) {
    case 'later': {
      const nextAttemptAt = nextTry(delivery.attempts, ctx.clock.now(), trouble.waitMs);
      ctx.log.warn({ delivery: delivery.id, detail: trouble.detail, nextAttemptAt }, 'message will be tried again');
      return { reason: trouble.reason, nextAttemptAt };
    }
    case 'refused':
      ctx.log.warn({ delivery: delivery.id, detail: trouble.detail }, 'message was refused');
      return { state: 'failed', reason: trouble.reason, reasonValues: { detail: trouble.detail }, nextAttemptAt: null };
    case 'vanished':
      // A moderator removed it. It is not posted again behind their back.
      return { state: 'removed', reason: 'messageGone', sentVersion: delivery.version, nextAttemptAt: null };
    default:
      return trouble satisfies never;
  }
}

/** Delivery does not know what an owner does about an outcome; it only makes sure that the owner hears of it. */
export const tellOwner = defineJob({
  name: 'delivery/tell-owner',
  data: z.object({ deliveryId: z.uuid() }),
  concurrency: 4,
  async run(ctx, { deliveryId }) {
    const delivery = await getDelivery(ctx.db, deliveryId);
    const owner = ctx.features.find((feature) => feature.name === delivery?.owner);
    if (delivery) await owner?.delivered?.(ctx, delivery);
  },
});
