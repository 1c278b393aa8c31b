import type { Platform, UserId } from '@tally/contract';
import { type Ctx, days, minutes, UpstreamError } from '@tally/kernel';
import { listLive } from '@tally/pipeline/detection';
import { isRoomForChat, listLinkedAccounts, subscribeChatsFor } from '../../../connections/index.ts';
import { userHolds } from '../../../premium/index.ts';
import { type ChatPlatform, claimAsking, forgetLines, listRoomsToHear } from '../../store/chats.ts';

const chatPlatforms = ['kick', 'twitch'] as const satisfies readonly ChatPlatform[];
/** This exceeds the number of chats that the platforms let us read. */
export const MOST_ROOMS = 5_000;
const ASKED_EVERY_MS = minutes(4);
const HEARD_MINUTES = 5;
/** Platforms may repeat a push for up to a day. */
const LINES_KEPT_MS = days(2);

/**
 * Subscribes to chats of rooms that are on while their owner streams. Rooms with a player come first. A subscription
 * ends if it is not renewed, so we need not count listeners (docs/decisions/0208).
 */
export async function keepSubscribed(ctx: Ctx): Promise<void> {
  await forgetLines(ctx.db, new Date(ctx.clock.now().getTime() - LINES_KEPT_MS));
  const ownerIds = await listRoomsToHear(ctx.db, MOST_ROOMS);
  for (const platform of listHearing(ctx)) {
    try {
      await subscribeOn(ctx, platform, ownerIds);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      ctx.log.warn(
        { err: error, platform },
        'The chats to subscribe to could not be read; the next minute tries again',
      );
    }
  }
}

/** Lists the platforms whose chats we can read. */
export const listHearing = (ctx: Ctx): ChatPlatform[] =>
  chatPlatforms.filter((platform) => ctx.platforms.with('chat').has(platform));

export const isChatPlatform = (platform: Platform): platform is ChatPlatform =>
  chatPlatforms.some((each) => each === platform);

export async function subscribeOn(ctx: Ctx, platform: ChatPlatform, ownerIds: readonly UserId[]): Promise<void> {
  const accounts = await listLinkedAccounts(ctx, ownerIds, [platform]);
  const byOwner = new Map(accounts.map((account) => [account.userId, account]));
  const inOrder = ownerIds.flatMap((ownerId) => byOwner.get(ownerId) ?? []);
  const channelIds = inOrder.map(({ accountId }) => accountId);
  const live = await listLive(ctx, platform, channelIds);
  for (const { userId, accountId } of inOrder) {
    if (live.has(accountId)) await subscribeWhileLive(ctx, platform, { ownerId: userId, channelId: accountId });
  }
}

/** Subscribes to a live owner's chat, if their plan includes it and the platform allows one more. */
export async function subscribeWhileLive(
  ctx: Ctx,
  platform: ChatPlatform,
  { ownerId, channelId }: { readonly ownerId: UserId; readonly channelId: string },
): Promise<void> {
  if (!(await userHolds(ctx, ownerId, 'MediaShare')) || !(await isRoomForChat(ctx, platform, channelId))) return;
  const now = ctx.clock.now();
  const isTime = await claimAsking(ctx.db, { ownerId, platform }, now, new Date(now.getTime() - ASKED_EVERY_MS));
  if (isTime) await subscribeChatsFor(ctx, { platform, channelIds: [channelId], minutes: HEARD_MINUTES });
}
