import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type {
  BanTold,
  ChatBan,
  ChatMessage,
  Ctx,
  Feature,
  GiftedKicks,
  GiftedSubs,
  Hint,
  NewFollower,
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
    /** Somebody was banned from a chat of a channel that is followed (api), as a push said it. Told as gifts are. */
    readonly heardBanOnce?: (ctx: Ctx, tx: Db, ban: ChatBan & { readonly told: BanTold }) => Promise<void>;
    /** Somebody follows a channel that is followed here (api). Told as gifts are. */
    readonly heardFollow?: (ctx: Ctx, tx: Db, follow: NewFollower) => Promise<void>;
    /** Somebody gave Kicks in a channel that is followed (api). Told as gifts are. */
    readonly heardKicks?: (ctx: Ctx, tx: Db, kicks: GiftedKicks) => Promise<void>;
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
  if (reading.kind === 'ban') await takeBan(ctx, reading.ban);
  if (reading.kind === 'revoked')
    for (const feature of ctx.features) await feature.heardRevocation?.(ctx, reading.revocation);
  if (reading.kind === 'gift') {
    const gift = clean(reading.gift);
    await takeOnce(ctx, { ...gift, at: gift.givenAt }, (feature, tx) => feature.heardGift?.(ctx, tx, gift));
  }
  if (reading.kind === 'subscription') {
    const news = clean(reading.news);
    await takeOnce(ctx, news, (feature, tx) => feature.heardSubscription?.(ctx, tx, news));
  }
  if (reading.kind === 'follow') {
    const follow = clean(reading.follow);
    await takeOnce(ctx, follow, (feature, tx) => feature.heardFollow?.(ctx, tx, follow));
  }
  if (reading.kind === 'kicks') {
    const kicks = clean(reading.kicks);
    await takeOnce(ctx, kicks, (feature, tx) => feature.heardKicks?.(ctx, tx, kicks));
  }
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

interface Pushed {
  readonly platform: Platform;
  readonly messageId: string;
  readonly channelId: string;
  readonly at: Date;
}

/** In the transaction in which it is stored; never where it was stored before, or where nobody follows the channel. */
async function takeOnce(
  ctx: Ctx,
  { platform, messageId, channelId, at }: Pushed,
  tell: (feature: Feature, tx: Db) => Promise<void> | undefined,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isNews = await storePush(tx, { platform, messageId, channelId, occurredAt: at }, ctx.clock.now());
    if (!isNews) return;
    for (const feature of ctx.features) await tell(feature, tx);
  });
}

async function takeBan(ctx: Ctx, heard: ChatBan): Promise<void> {
  for (const feature of ctx.features) await feature.heardBan?.(ctx, heard);
  const { told, ...ban } = clean(heard);
  if (!told || !ctx.features.some((feature) => feature.heardBanOnce)) return;
  await takeOnce(ctx, { ...ban, messageId: told.messageId, at: told.at }, (feature, tx) =>
    feature.heardBanOnce?.(ctx, tx, { ...ban, told }),
  );
}
