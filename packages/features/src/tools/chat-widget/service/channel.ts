import { type ChatPlatform, type Platform, platformNames } from '@tally/contract';
import { AppError, type Channel, type Ctx } from '@tally/kernel';
import { findChannelTyped } from '@tally/pipeline/detection';

export async function getChannel(ctx: Ctx, id: ChatPlatform, wanted: string): Promise<Channel> {
  const platform = platformNames[id];
  if (!ctx.platforms.with('stream').has(id)) throw new AppError('chatNotHeard', { platform });
  const channel = await findChannelTyped(ctx, id, wanted);
  if (!channel) throw new AppError('noSuchChannel', { name: wanted, platform });
  return channel;
}

/** Platforms whose chats the viewer's browser reads directly. */
const readByBrowsers: ReadonlySet<Platform> = new Set(['twitch']);
export const isReadByBrowsers = (platform: Platform): boolean => readByBrowsers.has(platform);

/** Returns whether we receive the platform's chats, by push or by reading. */
export const isHeard = ({ platforms }: Ctx, platform: ChatPlatform): boolean =>
  platforms.with('chat').has(platform) || platforms.with('chatPage').has(platform);
