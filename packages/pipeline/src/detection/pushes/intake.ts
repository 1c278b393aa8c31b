import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { BanTold, ChatBan, Ctx, Happening, Hint, Push, PushReading } from '@tally/kernel';
import { clean } from '../clean.ts';
import { storePush } from '../store/pushes.ts';
import { storeHints, storeTogether } from './hints.ts';

/** A ban arrives twice: first immediately, then with details that only a signed push has. */
export type Heard = Happening | { readonly kind: 'moderation'; readonly ban: ChatBan & { readonly told: BanTold } };

declare module '@tally/kernel' {
  interface Feature {
    /**
     * Handles what platforms push (api).
     *
     * `chat`, `ban` and `revoked` are called without a transaction: `tx` is the database. Each may arrive twice,
     * `revoked` also late. A busy chat sends many lines a second. Decide by the text first, and store anything that
     * must not be lost before returning.
     *
     * The other kinds come once, for followed channels, in the transaction that stores the push. The channel's row is
     * locked, so pushes of one channel are handled one at a time.
     */
    readonly heard?: (ctx: Ctx, tx: Db, heard: Heard) => Promise<void>;
  }
}

/**
 * Handles a push. If it is genuine, it is stored with all its consequences in one transaction. Only then does the
 * caller acknowledge it, so no acknowledged push can be lost.
 */
export async function handlePush(ctx: Ctx, platform: Platform, push: Push): Promise<PushReading> {
  const intake = ctx.platforms.with('intake').get(platform);
  if (!intake) return { kind: 'refused', reason: 'this platform does not push' };
  const arrivedAt = push.arrivedAt ?? ctx.clock.now();
  const reading = await intake.readPush(push);
  await take(ctx, reading, arrivedAt);
  return reading;
}

const byChannel = (a: Hint, b: Hint): number => (a.channelId < b.channelId ? -1 : a.channelId > b.channelId ? 1 : 0);

async function take(ctx: Ctx, reading: PushReading, arrivedAt: Date): Promise<void> {
  switch (reading.kind) {
    case 'challenge':
    case 'ignored':
    case 'refused':
      return;
    case 'hint':
      return await storeTogether(ctx, { ctx, hint: clean(reading.hint), arrivedAt });
    case 'hints':
      return await ctx.db.transaction(async (tx) => {
        // All transactions use the same order, because two pushes that name the same channels could otherwise deadlock.
        for (const hint of reading.hints.toSorted(byChannel))
          await storeHints(tx, [{ ctx, hint: clean(hint), arrivedAt }]);
      });
    case 'chat':
    case 'revoked':
      return await callAll(ctx, ctx.db, reading);
    case 'ban': {
      await callAll(ctx, ctx.db, reading);
      const { told, ...ban } = clean(reading.ban);
      if (told) await handleOnce(ctx, { ...ban, ...told }, { kind: 'moderation', ban: { ...ban, told } });
      return;
    }
    case 'gift': {
      const gift = clean(reading.gift);
      return await handleOnce(ctx, { ...gift, at: gift.givenAt }, { kind: 'gift', gift });
    }
    case 'subscription': {
      const news = clean(reading.news);
      return await handleOnce(ctx, news, { kind: 'subscription', news });
    }
    case 'follow': {
      const follow = clean(reading.follow);
      return await handleOnce(ctx, follow, { kind: 'follow', follow });
    }
    case 'kicks': {
      const kicks = clean(reading.kicks);
      return await handleOnce(ctx, kicks, { kind: 'kicks', kicks });
    }
    default:
      return reading satisfies never;
  }
}

async function callAll(ctx: Ctx, tx: Db, heard: Heard): Promise<void> {
  for (const feature of ctx.features) await feature.heard?.(ctx, tx, heard);
}

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
async function handleOnce(ctx: Ctx, { platform, messageId, channelId, at }: Pushed, heard: Heard): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isNews = await storePush(tx, { platform, messageId, channelId, occurredAt: at }, ctx.clock.now());
    if (isNews) await callAll(ctx, tx, heard);
  });
}
