import type { ChatDecor, ChatPlatform } from '@tally/contract';
import { type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { getChannel } from './channel.ts';

const KEPT_MS = minutes(10);

/** A chat without its pictures is still a chat: where the platform does not answer, there are none. */
export async function readDecor(ctx: Ctx, platform: ChatPlatform, name: string): Promise<ChatDecor> {
  const channel = await getChannel(ctx, platform, name);
  const connection = ctx.platforms.find(platform);
  const load = async () => (await connection?.listBadges?.(channel)) ?? [];
  const badges = await ctx.cache
    .get(`chat-widget/badges/${platform}/${channel.id}`, KEPT_MS, load)
    .catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      ctx.log.info({ err: error, platform }, 'The badges of a chat could not be read.');
      return [];
    });
  return {
    channelId: channel.id,
    displayName: channel.displayName,
    badges: [...badges],
    isHeard: platform === 'twitch' || connection?.hearChats !== undefined,
  };
}
