import { type RoleId, type ServerId, UserId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import type { MemberFacts, Role, ServerChannel } from '@tally/discord/permissions';
import type { Server } from '@tally/discord/rest';
import { AppError, type Ctx, seconds, UpstreamError } from '@tally/kernel';

/** We ask Discord at most this often. After `forgetFacts`, the next read reaches Discord. */
const BELIEVED_MS = seconds(30);
/** All cached facts about a server share a prefix, so they are dropped together. */
export const factKey = (serverId: ServerId, word: string): string => `servers/${serverId}/${word}`;

export async function forgetFacts(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.cache.forgetPrefix(factKey(serverId, ''));
}

export type KnownServer = Omit<Server, 'roles'> & { readonly roles: ReadonlyMap<RoleId, Role> };

export async function readServer(ctx: Ctx, serverId: ServerId): Promise<KnownServer> {
  return await ctx.cache.get(factKey(serverId, 'server'), BELIEVED_MS, async () => {
    const server = await asked(ctx.discord.servers.get(serverId));
    return { ...server, roles: new Map(server.roles.map((role) => [role.id, role])) };
  });
}

export const readChannels = (ctx: Ctx, serverId: ServerId): Promise<readonly ServerChannel[]> =>
  ctx.cache.get(factKey(serverId, 'channels'), BELIEVED_MS, () => asked(ctx.discord.servers.channels(serverId)));

/** Null if the person is not in the server. */
export async function readMember(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<MemberFacts | null> {
  return await ctx.cache.get(factKey(serverId, `member/${userId}`), BELIEVED_MS, async () => {
    try {
      const { roleIds, timedOutUntil } = await ctx.discord.members.get({ serverId, userId });
      return { userId, roleIds, timedOutUntil };
    } catch (error) {
      if (isHidden(error)) return null;
      throw error;
    }
  });
}

const isHidden = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied');

/** If Discord no longer shows us a server, it has just removed the bot. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isHidden(error) ? new AppError('serverNotFound') : error;
  }
}

/**
 * The bot itself. Its user has the id of the application (true of every application since 2016).
 * https://docs.discord.com/developers/resources/application
 */
export async function readBot(ctx: Ctx, server: KnownServer): Promise<MemberFacts> {
  const bot = await readMember(ctx, server.id, UserId.parse(ctx.config.discord.clientId));
  if (!bot) throw new AppError('serverNotFound');
  return bot;
}

/** Reads from Discord the same state that the gateway keeps for a server. */
export async function askServerState(ctx: Ctx, serverId: ServerId): Promise<ServerState> {
  await forgetFacts(ctx, serverId);
  const server = await readServer(ctx, serverId);
  const [channels, bot] = await Promise.all([readChannels(ctx, serverId), readBot(ctx, server)]);
  return {
    ...server,
    memberCount: server.memberCount ?? 0,
    botRoleIds: bot.roleIds,
    channels: new Map(channels.map((channel) => [channel.id, channel])),
  };
}

/** The calling person, if they are in the server. Staff may not be. */
export async function readActor(ctx: Ctx, server: KnownServer): Promise<MemberFacts | null> {
  return ctx.caller.kind === 'user' ? await readMember(ctx, server.id, ctx.caller.userId) : null;
}
