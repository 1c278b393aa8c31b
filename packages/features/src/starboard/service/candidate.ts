import type { ChannelId, RoleId, ServerId } from '@tally/contract';
import type { Channel, Message } from '@tally/discord/rest';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import type { Candidate } from '../match.ts';
import { hasImage } from '../render.ts';

const BELIEVED_MS = seconds(60);

/** Reads a channel from Discord. Null if it was deleted or is hidden from us. */
export const readChannel = (ctx: Ctx, channelId: ChannelId): Promise<Channel | null> =>
  ctx.cache.get(`starboard/channel/${channelId}`, BELIEVED_MS, () => orNull(ctx.discord.servers.channel(channelId)));

/** Returns whether a channel is age-restricted. A thread has its channel's restriction. */
export async function isForAdults(ctx: Ctx, channelId: ChannelId): Promise<boolean> {
  const channel = await readChannel(ctx, channelId);
  if (channel?.kind !== 'thread' || !channel.parentId) return channel?.isForAdults ?? false;
  return (await readChannel(ctx, channel.parentId))?.isForAdults ?? false;
}

export async function candidateOf(
  ctx: Ctx,
  about: { serverId: ServerId; message: Message; needsRoles: boolean },
): Promise<Candidate> {
  const { message, serverId } = about;
  return {
    places: await placesOf(ctx, message.channelId),
    isForAdults: await isForAdults(ctx, message.channelId),
    isByMachine: message.webhookId !== null || (message.author?.isBot ?? false),
    hasImage: hasImage(message),
    postedAt: message.postedAt,
    authorRoles: about.needsRoles ? await rolesOf(ctx, serverId, message) : [],
  };
}

/** Lists the channel itself first, then a thread's channel, then the category. */
async function placesOf(ctx: Ctx, channelId: ChannelId): Promise<ChannelId[]> {
  const places: ChannelId[] = [channelId];
  for (let depth = 0; depth < 2; depth += 1) {
    const parentId = (await readChannel(ctx, places.at(-1) as ChannelId))?.parentId;
    if (!parentId) break;
    places.push(parentId);
  }
  return places;
}

async function rolesOf(ctx: Ctx, serverId: ServerId, { author, webhookId }: Message): Promise<readonly RoleId[]> {
  if (!author || webhookId !== null) return [];
  return (await orNull(ctx.discord.members.get({ serverId, userId: author.id })))?.roleIds ?? [];
}

/** Returns null for anything that was deleted or is hidden from us. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied')) return null;
    throw error;
  }
}
