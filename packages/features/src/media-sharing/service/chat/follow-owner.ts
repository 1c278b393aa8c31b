import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Channel, type Ctx, declareJob, type PlatformEvent } from '@tally/kernel';
import { dropWatches, findChannel, listHolders, watch } from '@tally/pipeline/detection';
import { z } from 'zod';
import { type AccountChange, findOwner, type LinkedAccount, listLinkedAccounts } from '../../../connections/index.ts';
import { forgetChat, listRoomsToHear } from '../../store/chats.ts';
import { findRoom } from '../../store/rooms.ts';
import { isChatPlatform, listHearing, MOST_ROOMS, subscribeOn, subscribeWhileLive } from './keep-hearing.ts';

/** Detection watches the owners' channels, so we read requests from the start of a stream. */
const REASON = 'media share';

export const hearOwner = declareJob({
  name: 'media-sharing/hear-owner',
  data: z.object({ ownerId: z.string() }),
});

/** Subscribes without waiting for the next stream event, because the owner may already be live. */
export const subscribeSoon = async (ctx: Ctx, ownerId: UserId, tx?: Db): Promise<void> =>
  void (await ctx.queue.send(hearOwner, { ownerId }, { tx, singletonKey: ownerId }));

export async function subscribeNow(ctx: Ctx, ownerId: UserId): Promise<void> {
  const room = await findRoom(ctx.db, ownerId);
  const accounts = room?.enabled ? await listLinkedAccounts(ctx, [ownerId], listHearing(ctx)) : [];
  const channels: Channel[] = [];
  for (const account of accounts) channels.push(...(await channelOf(ctx, account)));
  await ctx.db.transaction(async (tx) => {
    await dropWatches(tx, { reason: REASON, holder: ownerId });
    for (const channel of channels) await watch(ctx, tx, { channel, reason: REASON, holder: ownerId });
  });
  for (const { platform } of accounts) if (isChatPlatform(platform)) await subscribeOn(ctx, platform, [ownerId]);
}

/** The new link may have more permissions, so the account's earlier problems no longer count. */
export async function accountChanged(
  ctx: Ctx,
  { kind, account: { platform, userId: ownerId } }: AccountChange,
): Promise<void> {
  if (kind === 'renamed' || !isChatPlatform(platform)) return;
  await forgetChat(ctx.db, { ownerId, platform });
  await subscribeSoon(ctx, ownerId);
}

export const unfollowOwner = async (tx: Db, ownerId: UserId): Promise<void> =>
  await dropWatches(tx, { reason: REASON, holder: ownerId });

async function channelOf(ctx: Ctx, { platform, accountId, username }: LinkedAccount): Promise<Channel[]> {
  const known = await findChannel(ctx.db, platform, accountId);
  const found = known ?? (await ctx.platforms.with('stream').get(platform)?.findChannel(username));
  return found?.id === accountId ? [found] : [];
}

export async function subscribeAtStart(ctx: Ctx, event: PlatformEvent): Promise<void> {
  if (event.kind !== 'live') return;
  const { platform, id: channelId } = event.channel;
  if (!isChatPlatform(platform) || !listHearing(ctx).includes(platform)) return;
  const owner = await findOwner(ctx, platform, channelId);
  if (!owner || !(await findRoom(ctx.db, owner.userId))?.enabled) return;
  await subscribeWhileLive(ctx, platform, { ownerId: owner.userId, channelId });
}

/** Rooms from older versions have no watch on their owner's channel yet. */
export async function followOwners(ctx: Ctx): Promise<void> {
  const followed = new Set(await listHolders(ctx.db, REASON));
  const owners = await listRoomsToHear(ctx.db, MOST_ROOMS);
  const linked = await listLinkedAccounts(ctx, owners, listHearing(ctx));
  const missing = new Set(linked.map(({ userId }) => userId).filter((ownerId) => !followed.has(ownerId)));
  for (const ownerId of missing) await subscribeSoon(ctx, ownerId);
}
