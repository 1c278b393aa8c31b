import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type {
  ChatBan,
  ChatMessage,
  Ctx,
  GiftedSubs,
  Hint,
  Push,
  PushReading,
  Revocation,
  SubscriptionNews,
} from '@tally/kernel';
import { clean } from './clean.ts';
import { takeHints } from './hints.ts';
import { storePush } from './store/pushes.ts';
import { takeTogether } from './together.ts';

declare module '@tally/kernel' {
  interface Feature {
    /**
     * Somebody wrote in a chat that was asked for with `hearChats` (api). A busy chat sends many a second and the same
     * one may come twice, so decide by the text first, and store what must not be lost before returning.
     */
    readonly heardChat?: (ctx: Ctx, message: ChatMessage) => Promise<void>;
    /** Somebody was banned from such a chat (api). The same may come twice. */
    readonly heardBan?: (ctx: Ctx, ban: ChatBan) => Promise<void>;
    /** Somebody took back what they had allowed us (api). The same may be told twice, and late. */
    readonly heardRevocation?: (ctx: Ctx, revocation: Revocation) => Promise<void>;
    /**
     * Somebody gave subscriptions of a channel that is followed (api). Told once, in the transaction in which the push
     * is stored, with the channel's row held: gifts of a channel come one after the other.
     */
    readonly heardGift?: (ctx: Ctx, tx: Db, gift: GiftedSubs) => Promise<void>;
    /** Somebody subscribed to a channel that is followed, or went on with it (api). Told as gifts are. */
    readonly heardSubscription?: (ctx: Ctx, tx: Db, news: SubscriptionNews) => Promise<void>;
  }
}

/**
 * A push arrives. What is genuine is stored together with what follows from it, in one transaction, before the
 * caller is told "received": nothing is acknowledged that could still be lost.
 */
export async function takePush(ctx: Ctx, platform: Platform, push: Push): Promise<PushReading> {
  const connection = ctx.platforms.find(platform);
  if (!connection?.readPush) return { kind: 'refused', reason: 'this platform does not push' };
  const reading = await connection.readPush(push);
  if (reading.kind === 'chat') for (const feature of ctx.features) await feature.heardChat?.(ctx, reading.message);
  if (reading.kind === 'ban') for (const feature of ctx.features) await feature.heardBan?.(ctx, reading.ban);
  if (reading.kind === 'revoked')
    for (const feature of ctx.features) await feature.heardRevocation?.(ctx, reading.revocation);
  if (reading.kind === 'gift') await ctx.db.transaction(async (tx) => await takeGift(ctx, tx, clean(reading.gift)));
  if (reading.kind === 'subscription')
    await ctx.db.transaction(async (tx) => await takeSubscription(ctx, tx, clean(reading.news)));
  if (reading.kind === 'hint') await takeTogether(ctx, clean(reading.hint));
  if (reading.kind === 'hints') {
    await ctx.db.transaction(async (tx) => {
      // Always in the same order, or two pushes that name the same channels could wait for each other.
      for (const hint of reading.hints.toSorted(byChannel)) await takeHints(tx, [{ ctx, hint: clean(hint) }]);
    });
  }
  return reading;
}

const byChannel = (a: Hint, b: Hint): number => (a.channelId < b.channelId ? -1 : a.channelId > b.channelId ? 1 : 0);

async function takeGift(ctx: Ctx, tx: Db, gift: GiftedSubs): Promise<void> {
  const { platform, messageId, channelId, givenAt } = gift;
  const isNews = await storePush(tx, { platform, messageId, channelId, occurredAt: givenAt }, ctx.clock.now());
  if (!isNews) return;
  for (const feature of ctx.features) await feature.heardGift?.(ctx, tx, gift);
}

async function takeSubscription(ctx: Ctx, tx: Db, news: SubscriptionNews): Promise<void> {
  const { platform, messageId, channelId, at } = news;
  const isNews = await storePush(tx, { platform, messageId, channelId, occurredAt: at }, ctx.clock.now());
  if (!isNews) return;
  for (const feature of ctx.features) await feature.heardSubscription?.(ctx, tx, news);
}
