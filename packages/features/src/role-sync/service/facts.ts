import { badgePlatforms, type ServerId, type SyncPlatform, type UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type ChatMessage, type Ctx, days, type GiftedSubs, minutes, type SubscriptionNews } from '@tally/kernel';
import type { Heard } from '@tally/pipeline/detection';
import { findOwner, listOwners } from '../../connections/index.ts';
import { badgeKinds } from '../match.ts';
import { addGifted, dropFacts, saveFacts } from '../store/facts.ts';
import { callKnown } from '../store/members.ts';
import { isSynced } from './lists.ts';
import { serversOfChannel } from './sources.ts';
import { sweepSoon } from './sync.ts';

export async function heard(ctx: Ctx, tx: Db, heard: Heard): Promise<void> {
  if (heard.kind === 'chat') await storeLine(ctx, heard.message);
  if (heard.kind === 'gift') await storeGift(ctx, tx, heard.gift);
  if (heard.kind === 'subscription') await storeSubscription(ctx, tx, heard.news);
}

/** Stores a new or renewed subscription, in the transaction of the push. */
async function storeSubscription(ctx: Ctx, tx: Db, news: SubscriptionNews): Promise<void> {
  const { platform, channelId, subscriber, months, until, at } = news;
  if (!isSynced(platform)) return;
  const serverIds = await serversOfChannel({ ...ctx, db: tx }, platform, channelId);
  if (serverIds.length === 0) return;
  const accountId = subscriber.id;
  await saveFacts(tx, [
    {
      platform,
      channelId,
      accountId,
      kind: 'subscriber',
      amount: months ?? 0,
      until: until ?? aMonthAfter(at),
      seenAt: at,
    },
  ]);
  await callOwners(ctx, tx, { platform, accountIds: [accountId], serverIds });
}

/** A gift makes its recipients subscribers and counts for the person who gave it. */
async function storeGift(ctx: Ctx, tx: Db, gift: GiftedSubs): Promise<void> {
  const { platform, channelId, gifter, count, givenAt: at, giftees, until } = gift;
  if (!isSynced(platform)) return;
  const serverIds = await serversOfChannel({ ...ctx, db: tx }, platform, channelId);
  if (serverIds.length === 0) return;
  if (gifter) await addGifted(tx, { platform, channelId, accountId: gifter.id, count, at });
  const accountIds = [...new Set(giftees.map(({ id }) => id))];
  await saveFacts(
    tx,
    accountIds.map((accountId) => ({
      platform,
      channelId,
      accountId,
      kind: 'subscriber' as const,
      amount: 1,
      until: until ?? aMonthAfter(at),
      seenAt: at,
    })),
  );
  await callOwners(ctx, tx, { platform, accountIds: [...accountIds, ...(gifter ? [gifter.id] : [])], serverIds });
}

/** The shortest subscription lasts a month, and renewals are pushed. */
const aMonthAfter = (at: Date): Date => new Date(at.getTime() + days(31));

/** How long badges count as current; see docs/decisions/0097. */
const BADGE_GOOD_FOR_MS = days(30);
/** Within this time, the same badges of the same person are not stored again. */
const SAME_FOR_MS = minutes(1);

async function storeLine(ctx: Ctx, message: ChatMessage): Promise<void> {
  const { channelId, sender, badges, sentAt } = message;
  const platform = badgePlatforms.find((each) => each === message.platform);
  if (!platform) return;
  const serverIds = await serversOfChannel(ctx, platform, channelId);
  if (serverIds.length === 0) return;
  const shown = badges.toSorted().join(' ');
  await ctx.cache.get(`role-sync/badges/${channelId}/${sender.id}/${shown}`, SAME_FOR_MS, async () => {
    // Accounts that no one has linked are ignored.
    const owner = await findOwner(ctx, platform, sender.id);
    if (!owner) return true;
    const place = { platform, channelId, accountId: sender.id };
    const seen = [...badgeKinds, 'subscriber' as const].filter((kind) => badges.includes(kind));
    const until = new Date(sentAt.getTime() + BADGE_GOOD_FOR_MS);
    await ctx.db.transaction(async (tx) => {
      const missing = badgeKinds.filter((kind) => !badges.includes(kind));
      await dropFacts(tx, { ...place, kinds: missing, at: sentAt });
      await saveFacts(
        tx,
        seen.map((kind) => ({ ...place, kind, until, seenAt: sentAt })),
      );
      await callPerson(ctx, tx, owner.userId, serverIds);
    });
    return true;
  });
}

async function callOwners(
  ctx: Ctx,
  tx: Db,
  about: { platform: SyncPlatform; accountIds: readonly string[]; serverIds: readonly ServerId[] },
): Promise<void> {
  const owners = await listOwners({ db: tx }, about.platform, about.accountIds);
  for (const { userId } of owners.values()) await callPerson(ctx, tx, userId, about.serverIds);
}

/** Includes only the servers that we know the person is in. */
async function callPerson(ctx: Ctx, tx: Db, userId: UserId, serverIds: readonly ServerId[]): Promise<void> {
  const called = await callKnown(tx, { userId, serverIds }, ctx.clock.now());
  if (called > 0) await sweepSoon(ctx, tx);
}
