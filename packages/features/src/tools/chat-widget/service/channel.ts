import type { ChatPlatform } from '@tally/contract';
import { AppError, type Channel, type Ctx, type PlatformConnection } from '@tally/kernel';
import { findChannelNamed } from '@tally/pipeline/detection';

export async function getChannel(ctx: Ctx, platform: ChatPlatform, wanted: string): Promise<Channel> {
  const definition = ctx.platforms.definitions.find(({ id }) => id === platform);
  const connection = ctx.platforms.find(platform);
  if (!definition || !connection || ctx.config[platform].isOff)
    throw new AppError('chatNotHeard', { platform: definition?.name ?? platform });
  const name = definition.channelNameIn(wanted);
  const channel = name && (await findChannelNamed(ctx, platform, name));
  if (!channel) throw new AppError('noSuchChannel', { name: wanted, platform: definition.name });
  return channel;
}

/** Whether we receive chats there, by push or by reading. */
export const isHeardBy = ({ hearChats, readChat }: PlatformConnection): boolean =>
  hearChats !== undefined || readChat !== undefined;
