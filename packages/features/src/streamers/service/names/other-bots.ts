import { knownBots, type OtherBot, type ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx, say, seconds, UpstreamError } from '@tally/kernel';
import { factKey } from '../../../places/index.ts';

type NamedBot = Omit<OtherBot, 'waiting'>;

const BELIEVED_MS = seconds(30);

/** Unknown member: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json-json-error-codes */
const UNKNOWN_MEMBER = 10007;

/**
 * Finds a bot in a server. Null if it is not there. Discord returns a single member without a privileged intent. Other
 * errors are thrown, because we learn nothing about the bot if our own one was removed.
 */
export async function findBot(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<NamedBot | null> {
  try {
    const { user } = await ctx.discord.members.get({ serverId, userId });
    if (user && !user.isBot) return null;
    return { userId, name: knownBots[userId] ?? user?.displayName ?? user?.username ?? userId };
  } catch (error) {
    if (error instanceof UpstreamError && error.upstreamCode === UNKNOWN_MEMBER) return null;
    throw error;
  }
}

/** Refuses people, our own bot, and bots that are not in the server. */
export async function requireOtherBot(ctx: Ctx, serverId: ServerId, choice: { field: string; id: UserId }) {
  const bot = choice.id === ownId(ctx) ? null : await findBot(ctx, serverId, choice.id);
  if (!bot) throw new AppError('invalidFields', {}, [`${choice.field}: ${say(ctx.locale, 'servers.botNotHere')}`]);
}

const ownId = (ctx: Ctx): UserId => UserId.parse(ctx.config.discord.clientId);

/**
 * Lists bots with a role of their own, which all bots invited with permissions have, and `more`. Listing all members
 * needs a privileged intent. https://docs.discord.com/developers/topics/permissions#role-object-role-tags-structure
 */
export async function listOtherBots(ctx: Ctx, serverId: ServerId, more: readonly UserId[]): Promise<NamedBot[]> {
  const roles = await ctx.cache.get(factKey(serverId, 'bots'), BELIEVED_MS, () => ctx.discord.servers.bots(serverId));
  const bots = new Map(roles.map(({ botId, name }) => [botId, { userId: botId, name: knownBots[botId] ?? name }]));
  for (const userId of more) {
    const bot = bots.get(userId) ?? (await findBot(ctx, serverId, userId));
    bots.set(userId, bot ?? { userId, name: knownBots[userId] ?? userId });
  }
  bots.delete(ownId(ctx));
  return [...bots.values()].sort((one, other) => one.name.localeCompare(other.name));
}
