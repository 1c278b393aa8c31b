import type { ChatDecor, ChatPlatform } from '@tally/contract';
import { type Channel, type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { knowsPlatform, listBots } from '@tally/platforms/emote-sets';
import { getChannel, isHeard, isReadByBrowsers } from './channel.ts';

const KEPT_MS = minutes(10);

/** A chat works without images, so a source that fails returns none. */
export async function readDecor(ctx: Ctx, platform: ChatPlatform, name: string): Promise<ChatDecor> {
  const channel = await getChannel(ctx, platform, name);
  const emotes = ctx.platforms.with('emotes').get(platform);
  const [badges, bots] = await Promise.all([
    orNone(ctx, { what: 'badges', channel }, async () => (await emotes?.listBadges(channel)) ?? []),
    orNone(ctx, { what: 'bots', channel }, async () => {
      const isAsked = knowsPlatform('betterttv', platform) && !ctx.config.emotes.isOff;
      return isAsked ? await listBots(ctx, channel) : [];
    }),
  ]);
  return {
    channelId: channel.id,
    displayName: channel.displayName,
    badges: [...badges],
    bots: [...bots],
    isHeard: isReadByBrowsers(platform) || isHeard(ctx, platform),
  };
}

async function orNone<T>(
  ctx: Ctx,
  { what, channel }: { readonly what: 'badges' | 'bots'; readonly channel: Channel },
  load: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const { platform, id } = channel;
  try {
    return await ctx.cache.get(`chat-widget/${what}/${platform}/${id}`, KEPT_MS, load);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, platform, what }, 'The badges of a chat could not be read.');
    return [];
  }
}
