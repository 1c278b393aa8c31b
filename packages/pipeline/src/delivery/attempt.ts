import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { nonceOf } from './nonce.ts';
import { type Trouble, troubleOf } from './outcome.ts';
import { nextTry } from './plan.ts';
import { getDelivery, type NewDelivery, settle } from './store.ts';
import type { Delivery } from './tables.ts';

type Settlement = Partial<NewDelivery> & { nextAttemptAt: Date | null };

/** One attempt to make the channel agree with the row. Whatever comes of it is written under the row's fence. */
export async function attempt(ctx: Ctx, delivery: Delivery): Promise<void> {
  const settlement = await tryOnce(ctx, delivery);
  await ctx.db.transaction(async (tx) => {
    const isOurs = await settle(tx, delivery, settlement, ctx.clock.now());
    if (!isOurs) return;
    if (settlement.nextAttemptAt === null) await ctx.queue.send(tellOwner, { deliveryId: delivery.id }, { tx });
  });
}

async function tryOnce(ctx: Ctx, delivery: Delivery): Promise<Settlement> {
  if (ctx.clock.now() > delivery.giveUpAt) return giveUp(delivery);
  try {
    return await act(ctx, delivery);
  } catch (error) {
    return settlementOf(ctx, delivery, troubleOf(error));
  }
}

async function act(ctx: Ctx, delivery: Delivery): Promise<Settlement> {
  const { channelId, messageId, payload, version } = delivery;
  if (delivery.wanted === 'absent') {
    if (messageId) await ctx.discord.messages.delete({ channelId, messageId });
    return { state: 'removed', sentVersion: version, nextAttemptAt: null };
  }
  if (!messageId) {
    const message = await ctx.discord.messages.create({ channelId, payload, nonce: nonceOf(delivery.dedupeKey) });
    const sentAt = ctx.clock.now();
    return { state: 'posted', reason: null, messageId: message.id, sentAt, sentVersion: version, nextAttemptAt: null };
  }
  if (delivery.sentVersion < version) await ctx.discord.messages.edit({ channelId, messageId, payload });
  return { state: 'edited', reason: null, editedAt: ctx.clock.now(), sentVersion: version, nextAttemptAt: null };
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

function giveUp(delivery: Delivery): Settlement {
  // A message that stands keeps standing; only its last edit is missing.
  if (delivery.messageId) return { sentVersion: delivery.version, nextAttemptAt: null };
  return { state: 'failed', reason: 'streamEndedFirst', nextAttemptAt: null };
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
