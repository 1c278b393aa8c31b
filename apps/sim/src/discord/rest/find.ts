import type { Core } from '../discord.ts';
import { ApiError } from '../rules/errors.ts';
import { Bit, type BitName, channelPermissions, guildPermissions } from '../rules/permissions.ts';
import type { Channel, Guild, Member, Message, User } from '../state/types.ts';
import type { BotCall } from './route.ts';

// Each function finds the object of a path for a caller who may see it, or refuses in Discord's words.

export interface Place {
  readonly channel: Channel;
  /** Undefined in a direct message. */
  readonly guild: Guild | undefined;
  readonly member: Member | undefined;
  readonly permissions: bigint;
}

export function findPlace(core: Core, user: User, channelId: string | undefined): Place {
  const channel = core.state.channels.get(channelId ?? '');
  if (!channel) throw new ApiError(10003);
  if (channel.guildId === undefined) {
    if (!channel.recipients.includes(user.id)) throw new ApiError(50001);
    return { channel, guild: undefined, member: undefined, permissions: ~0n };
  }
  const guild = core.state.guilds.get(channel.guildId);
  const member = guild?.members.get(user.id);
  if (!guild || !member) throw new ApiError(50001);
  return { channel, guild, member, permissions: channelPermissions(core.state, { guild, channel, member }) };
}

/** Returns the channel, if the caller can see it and has these permissions there. */
export function enterPlace(call: BotCall, ...needed: BitName[]): Place {
  const place = findPlace(call.core, call.user, call.params.channel);
  if ((place.permissions & Bit.VIEW_CHANNEL) === 0n) throw new ApiError(50001);
  need(place.permissions, ...needed);
  return place;
}

export function need(permissions: bigint, ...needed: BitName[]): void {
  for (const name of needed) if ((permissions & Bit[name]) === 0n) throw new ApiError(50013);
}

export const has = (permissions: bigint, name: BitName): boolean => (permissions & Bit[name]) !== 0n;

export interface GuildPlace {
  readonly guild: Guild;
  readonly member: Member;
  readonly permissions: bigint;
}

/** Returns the server, if the bot is in it. To other bots the server looks unknown. */
export function enterGuild(call: BotCall, ...needed: BitName[]): GuildPlace {
  const guild = call.core.state.guilds.get(call.params.guild ?? '');
  const member = guild?.members.get(call.user.id);
  if (!guild || !member) throw new ApiError(10004);
  const permissions = guildPermissions(guild, member);
  need(permissions, ...needed);
  return { guild, member, permissions };
}

export function findMessage(channel: Channel, id: string | undefined): Message {
  const message = channel.messages.get(id ?? '');
  // An ephemeral message can be reached only through its interaction.
  if (!message || message.visibleTo !== undefined) throw new ApiError(10008);
  return message;
}

export function findMember(guild: Guild, id: string | undefined): Member {
  const member = guild.members.get(id ?? '');
  if (!member) throw new ApiError(10007);
  return member;
}

/** Reads an id from the query, such as `before` or `after`. */
export function readId(query: URLSearchParams, name: string): string | null {
  const id = query.get(name);
  if (id === null || /^\d{1,20}$/.test(id)) return id;
  throw new ApiError(50035, [{ path: [name], code: 'NUMBER_TYPE_COERCE', message: `Value "${id}" is not snowflake.` }]);
}

/** Reads a whole number within its bounds from the query, usually `limit`. */
export function readLimit(query: URLSearchParams, bounds: { standard: number; most: number }): number {
  const given = query.get('limit');
  if (given === null) return bounds.standard;
  const limit = Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > bounds.most) {
    throw new ApiError(50035, [
      { path: ['limit'], code: 'NUMBER_TYPE_MAX', message: `int value should be between 1 and ${bounds.most}.` },
    ]);
  }
  return limit;
}

/** Allows changes to the caller's own emojis and stickers, or to all with MANAGE_GUILD_EXPRESSIONS. */
export function mustBeMaker(call: BotCall, permissions: bigint, { userId }: { readonly userId: string }): void {
  const isOwn = userId === call.user.id && has(permissions, 'CREATE_GUILD_EXPRESSIONS');
  if (!isOwn) need(permissions, 'MANAGE_GUILD_EXPRESSIONS');
}
