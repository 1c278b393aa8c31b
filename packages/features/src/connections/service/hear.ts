import { PlatformToLink } from '@tally/contract';
import { type Ctx, defineJob, minutes, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { countHeard, findHeard, noteHeard, subscribeUntil } from '../store/heard.ts';

/** The platforms that push chat lines to us. */
export type HeardPlatform = 'kick' | 'twitch';

/** Pushes may be late, so we stay subscribed for a while after the chat is no longer needed. */
export const HEARD_AFTER_MS = minutes(5);

/**
 * Kick allows an unverified app 1,000 chats (https://docs.kick.com/events/introduction). Anyone may open a widget for
 * any channel, so we reserve the last fifth for people who link an account by chat.
 */
export const MOST_HEARD = 800;

/**
 * Returns whether we may subscribe to this chat. We keep existing subscriptions, and Twitch does not count
 * subscriptions that a streamer authorized.
 */
export async function isRoomForChat(ctx: Ctx, platform: HeardPlatform, channelId: string): Promise<boolean> {
  if (platform === 'twitch') return true;
  const { count, isHeard } = await countHeard(ctx.db, platform, channelId);
  return isHeard || count < MOST_HEARD;
}

/** Subscribes to these chats for the given minutes, so a feature receives their lines. */
export async function subscribeChatsFor(
  ctx: Ctx,
  about: { readonly platform: HeardPlatform; readonly channelIds: readonly string[]; readonly minutes: number },
): Promise<void> {
  const { platform, channelIds } = about;
  if (channelIds.length === 0) return;
  const until = new Date(ctx.clock.now().getTime() + minutes(about.minutes) + HEARD_AFTER_MS);
  await ctx.db.transaction(async (tx) => {
    await subscribeUntil(tx, platform, channelIds, until);
    await ctx.queue.send(hearChats, { platform, channelIds: [...channelIds] }, { tx });
  });
}

/** Returns whether the platform accepted our subscription; `idle` if we have no answer yet. */
export async function stateOfChat(
  ctx: Ctx,
  platform: HeardPlatform,
  channelId: string,
): Promise<'heard' | 'idle' | 'refused' | 'down'> {
  const found = await findHeard(ctx.db, platform, channelId);
  return found?.trouble ?? (found?.heardAt ? 'heard' : 'idle');
}

export const hearChats = defineJob({
  name: 'connections/hear-chats',
  data: z.object({ platform: PlatformToLink, channelIds: z.array(z.string()) }),
  async run(ctx, { platform, channelIds }) {
    const chat = ctx.platforms.with('chat').get(platform);
    if (!chat) return;
    try {
      const refused = await chat.hearChats(channelIds);
      const heard = channelIds.filter((channelId) => !refused.includes(channelId));
      await noteHeard(ctx.db, { platform, channelIds: heard, trouble: null, heardAt: ctx.clock.now() });
      await noteHeard(ctx.db, { platform, channelIds: refused, trouble: 'refused', heardAt: null });
    } catch (error) {
      if (error instanceof UpstreamError)
        await noteHeard(ctx.db, { platform, channelIds, trouble: 'down', heardAt: null });
      throw error;
    }
  },
});
