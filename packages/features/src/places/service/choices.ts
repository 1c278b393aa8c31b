import type { ChannelId, RoleId, ServerId, TextKey } from '@tally/contract';
import {
  listPermissions,
  type Role,
  roleFindings,
  type ServerChannel,
  takesNoMessages,
} from '@tally/discord/permissions';
import { AppError, type Ctx, say, UpstreamError } from '@tally/kernel';
import { findDiscordData } from './discord-data.ts';
import { forgetFacts, readActor, readBot, readChannels, readServer } from './discord-facts.ts';

/** A body's field, by its name on the wire, with the chosen id. */
interface Choice<Id> {
  readonly field: string;
  readonly id: Id;
}

/** Requires a channel for posts: it must belong to this server and accept messages. The error names the field. */
export async function requireChannel(ctx: Ctx, serverId: ServerId, choice: Choice<ChannelId>): Promise<ServerChannel> {
  const look = async () => (await readChannels(ctx, serverId)).find((each) => each.id === choice.id);
  const channel = await found(ctx, serverId, look);
  if (!channel) {
    const why = (await isThreadHere(ctx, serverId, choice.id)) ? 'servers.threadNotTaken' : 'servers.channelNotHere';
    throw refusal(ctx, choice.field, why);
  }
  if (takesNoMessages(channel.kind)) throw refusal(ctx, choice.field, 'servers.channelTakesNoMessages');
  return channel;
}

/** Requires a channel that is only read. Any kind works, including threads. */
export async function requireAnyChannel(ctx: Ctx, serverId: ServerId, choice: Choice<ChannelId>): Promise<void> {
  const look = async () => (await readChannels(ctx, serverId)).find((each) => each.id === choice.id);
  if ((await found(ctx, serverId, look)) || (await isThreadHere(ctx, serverId, choice.id))) return;
  throw refusal(ctx, choice.field, 'servers.channelNotHere');
}

/** Requires a role for pings. */
export async function requireRole(ctx: Ctx, serverId: ServerId, choice: Choice<RoleId>): Promise<Role> {
  const role = await found(ctx, serverId, async () => (await readServer(ctx, serverId)).roles.get(choice.id));
  if (!role) throw refusal(ctx, choice.field, 'servers.roleNotHere');
  return role;
}

/** Requires a role that members can have. Pinging the bot's own role would reach only the bot. */
export async function requirePingRole(ctx: Ctx, serverId: ServerId, choice: Choice<RoleId>): Promise<Role> {
  const role = await requireRole(ctx, serverId, choice);
  if (!role.isManaged) return role;
  const bot = await readBot(ctx, await readServer(ctx, serverId));
  if (bot.roleIds.includes(role.id)) throw refusal(ctx, choice.field, 'servers.roleOfBot');
  return role;
}

/** Requires a role to give. The bot must be able to give it, and people may not give roles above their own. */
export async function requireGivableRole(ctx: Ctx, serverId: ServerId, choice: Choice<RoleId>): Promise<Role> {
  const role = await requireRole(ctx, serverId, choice);
  const server = await readServer(ctx, serverId);
  const [bot, actor] = await Promise.all([readBot(ctx, server), readActor(ctx, server)]);
  const [reason] = roleFindings(role, { server, bot, ...(actor ? { actor } : {}) });
  if (reason) throw refusal(ctx, choice.field, `servers.role_${reason}`);
  return role;
}

/** Describes a channel that the bot cannot write in: its name, and which permissions the bot lacks. */
export async function describeChannel(
  ctx: Ctx,
  serverId: ServerId,
  channelId: ChannelId,
): Promise<{ name: string | null; missing: readonly string[]; isHere: boolean }> {
  await forgetFacts(ctx, serverId);
  try {
    const { channels = [] } = await findDiscordData(ctx, serverId, { types: ['channels'], force: false });
    const channel = channels.find((each) => each.id === channelId);
    return { name: channel?.name ?? null, missing: channel?.missingPermissions ?? [], isHere: true };
  } catch (error) {
    // The bot was removed from this server, so it cannot read the channel.
    if (error instanceof AppError && error.code === 'serverNotFound') return { name: null, missing: [], isHere: false };
    throw error;
  }
}

/** Requires a channel for an immediate post. The person sees the error directly instead of in an error log. */
export async function requirePostable(ctx: Ctx, serverId: ServerId, choice: Choice<ChannelId>): Promise<void> {
  await requireChannel(ctx, serverId, choice);
  const why = await whyNotPostable(ctx, serverId, choice.id);
  if (why) throw new AppError('conflict', {}, [why]);
}

/** Says in words what the bot still lacks in a channel. Null if it can post. */
export async function whyNotPostable(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<string | null> {
  const { channels = [] } = await findDiscordData(ctx, serverId, { types: ['channels'], force: false });
  if (channels.find(({ id }) => id === channelId)?.validPermissions) return null;
  // A manager may have just fixed it, so stale data must not cause a refusal.
  const { missing } = await describeChannel(ctx, serverId, channelId);
  if (missing.length === 0) return null;
  const permissions = listPermissions(ctx.locale, missing);
  return say(ctx.locale, 'commands.stillMissing', { channel: `<#${channelId}>`, permissions });
}

/** The channel or role may have been created a moment ago, so we ask Discord again before refusing. */
async function found<T>(ctx: Ctx, serverId: ServerId, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const known = await look();
  if (known) return known;
  await forgetFacts(ctx, serverId);
  return await look();
}

/** Discord does not list threads among the channels, but people can use commands in threads. */
async function isThreadHere(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<boolean> {
  try {
    const { kind, parentId } = await ctx.discord.servers.channel(channelId);
    return kind === 'thread' && (await readChannels(ctx, serverId)).some((each) => each.id === parentId);
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}

const refusal = (ctx: Ctx, field: string, why: TextKey): AppError =>
  new AppError('invalidFields', {}, [`${field}: ${say(ctx.locale, why)}`]);
