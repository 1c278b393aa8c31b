import { PlatformToLink } from '@tally/contract';
import { type Ctx, defineJob, minutes, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { countHeard, findHeard, hearUntil, noteHeard } from '../store/heard.ts';

/** Chats that can be heard by pushes. */
export type HeardPlatform = 'kick' | 'twitch';

/** Pushes may be late: the chat is heard for a while after the last moment that counts. */
export const HEARD_AFTER_MS = minutes(5);

/**
 * Kick lets an app hear 1,000 chats until it has verified it (https://docs.kick.com/events/introduction). Strangers may open
 * a widget for any channel; the last fifth is for people who prove who they are in a chat.
 */
export const MOST_HEARD = 800;

/** Whether one more chat may be heard; one that is heard already always may. What people have allowed Twitch does not count. */
export async function isRoomForChat(ctx: Ctx, platform: HeardPlatform, channelId: string): Promise<boolean> {
  if (platform === 'twitch') return true;
  const { count, isHeard } = await countHeard(ctx.db, platform, channelId);
  return isHeard || count < MOST_HEARD;
}

/** For features that learn something from what a person writes: the chats are heard for so many minutes from now. */
export async function hearChatsFor(
  ctx: Ctx,
  about: { readonly platform: HeardPlatform; readonly channelIds: readonly string[]; readonly minutes: number },
): Promise<void> {
  const { platform, channelIds } = about;
  if (channelIds.length === 0) return;
  const until = new Date(ctx.clock.now().getTime() + minutes(about.minutes) + HEARD_AFTER_MS);
  await ctx.db.transaction(async (tx) => {
    await hearUntil(tx, platform, channelIds, until);
    await ctx.queue.send(hearChats, { platform, channelIds: [...channelIds] }, { tx });
  });
}

/** What the platform said when it was last asked; `idle`: nothing yet, because the chat is not to be heard now. */
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
    const hear = ctx.platforms.find(platform)?.hearChats;
    if (!hear) return;
    try {
      const refused = await hear(channelIds);
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
