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
import { clean } from '../clean.ts';
import { storePush } from '../store/pushes.ts';
import { takeHints } from './hints.ts';
import { takeTogether } from './together.ts';

declare module '@tally/kernel' {
  interface Feature {
    /**
     * Handles a message in a chat that was requested with `hearChats` (api). A busy chat sends many messages a second,
     * and one may arrive twice. Decide by the text first, and store anything that must not be lost before returning.
     */
    readonly heardChat?: (ctx: Ctx, message: ChatMessage) => Promise<void>;
    /** Handles a ban in such a chat (api). The same ban may arrive twice. */
    readonly heardBan?: (ctx: Ctx, ban: ChatBan) => Promise<void>;
    /** Handles a person taking back an authorization (api). It may arrive twice, and late. */
    readonly heardRevocation?: (ctx: Ctx, revocation: Revocation) => Promise<void>;
    /**
     * Handles gifted subscriptions in a followed channel (api). Called once, in the transaction that stores the push,
     * with the channel's row locked. So the gifts of one channel are handled one at a time.
     */
    readonly heardGift?: (ctx: Ctx, tx: Db, gift: GiftedSubs) => Promise<void>;
    /** Handles a new or renewed subscription to a followed channel (api). Called like `heardGift`. */
    readonly heardSubscription?: (ctx: Ctx, tx: Db, news: SubscriptionNews) => Promise<void>;
    /** Handles a pushed ban in the chat of a followed channel (api). Called like `heardGift`. */
    readonly heardBanOnce?: (ctx: Ctx, tx: Db, ban: ChatBan & { readonly told: BanTold }) => Promise<void>;
    /** Handles a new follower of a followed channel (api). Called like `heardGift`. */
    readonly heardFollow?: (ctx: Ctx, tx: Db, follow: NewFollower) => Promise<void>;
    /** Handles Kicks sent in a followed channel (api). Called like `heardGift`. */
    readonly heardKicks?: (ctx: Ctx, tx: Db, kicks: GiftedKicks) => Promise<void>;
  }
}

/**
 * Handles a push. A genuine one is stored with everything that follows from it in one transaction. Only then does the
 * caller acknowledge it, so no acknowledged push can be lost.
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
      // Always in the same order, or two pushes that name the same channels could deadlock.
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

/**
 * Calls each feature in the transaction that stores the push. Skips pushes stored before and channels without
 * followers.
 */
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
