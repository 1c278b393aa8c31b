import type { ChatPlatform } from '@tally/contract';
import { AppError, type Channel, type Ctx, minutes, type PlatformConnection } from '@tally/kernel';

/** Widgets open again and again, and all ask for the same few names. */
const KEPT_MS = minutes(10);

export async function getChannel(ctx: Ctx, platform: ChatPlatform, wanted: string): Promise<Channel> {
  const definition = ctx.platforms.definitions.find(({ id }) => id === platform);
  const connection = ctx.platforms.find(platform);
  if (!definition || !connection || ctx.config[platform].isOff)
    throw new AppError('chatNotHeard', { platform: definition?.name ?? platform });
  const name = definition.channelNameIn(wanted);
  const channel =
    name && (await ctx.cache.get(`chat-widget/${platform}/${name}`, KEPT_MS, () => connection.findChannel(name)));
  if (!channel) throw new AppError('noSuchChannel', { name: wanted, platform: definition.name });
  return channel;
}

/** By what the platform pushes, or by reading along. */
export const isHeardBy = ({ hearChats, readChat }: PlatformConnection): boolean =>
  hearChats !== undefined || readChat !== undefined;
