import { knownBots, type OtherBot, type ServerId, UserId } from '@tally/contract';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import { factKey } from './discord-facts.ts';

const BELIEVED_MS = seconds(30);

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json-json-error-codes */
const UNKNOWN_MEMBER = 10007;

/**
 * A bot in a server; null if it is not there. Discord answers this question about one member without any privileged
 * intent. Other trouble is thrown: if our own bot was removed, nothing is known about the other one.
 */
export async function findBot(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<OtherBot | null> {
  try {
    const { user } = await ctx.discord.members.get({ serverId, userId });
    return user?.isBot ? { userId, name: nameOfBot(userId, user.displayName ?? user.username) } : null;
  } catch (error) {
    if (error instanceof UpstreamError && error.upstreamCode === UNKNOWN_MEMBER) return null;
    throw error;
  }
}

export const nameOfBot = (userId: UserId, otherwise: string): string => knownBots[userId] ?? otherwise;

/**
 * The bots with a role of their own, which every bot has that was invited with permissions, and `more`. Asking for all
 * members would need a privileged intent. https://docs.discord.com/developers/topics/permissions#role-object-role-tags-structure
 */
export async function listOtherBots(ctx: Ctx, serverId: ServerId, more: readonly UserId[]): Promise<OtherBot[]> {
  const roles = await ctx.cache.get(factKey(serverId, 'bots'), BELIEVED_MS, () => ctx.discord.servers.bots(serverId));
  const ours = UserId.parse(ctx.config.discord.clientId);
  const bots = new Map(roles.map(({ botId, name }) => [botId, { userId: botId, name: nameOfBot(botId, name) }]));
  for (const userId of more) {
    const bot = bots.get(userId) ?? (await findBot(ctx, serverId, userId));
    bots.set(userId, bot ?? { userId, name: nameOfBot(userId, userId) });
  }
  bots.delete(ours);
  return [...bots.values()].sort((one, other) => one.name.localeCompare(other.name));
}
