import { ChannelId, RoleId, ServerId, type UserId } from '@tally/contract';
import { z } from 'zod';
import { Channel, Role, User } from '../../rest/external/index.ts';
import { readEvent } from '../plain/events.ts';
import { readPlainly } from '../plain/server.ts';
import type { ServerState } from './pack.ts';
import type { ServerBook } from './state.ts';

const Own = z.object({ roles: z.array(RoleId).default([]) });

const GuildCreate = z.object({
  id: ServerId,
  name: z.string(),
  icon: z.string().nullish(),
  owner_id: z.string(),
  member_count: z.number().int().default(0),
  roles: z.array(Role),
  channels: z.array(Channel),
  /** Only the bot's own entry is read, because a large server lists a thousand members. */
  members: z.array(z.unknown()).default([]),
});

const GuildUpdate = GuildCreate.pick({ id: true, name: true, icon: true, owner_id: true, roles: true });
const RoleGone = z.object({ guild_id: ServerId, role_id: RoleId });
const ChannelChange = z.object({ guild_id: ServerId, id: ChannelId });
const OwnMember = z.object({ guild_id: ServerId, user: User, roles: z.array(RoleId) });
const InServer = z.object({ guild_id: ServerId });

/** Applies an event that changes our state of a server. All other events have no applier. */
export type Applier = (data: unknown, book: ServerBook, about: { shardId: number; botId: UserId | null }) => void;

export const appliers: ReadonlyMap<string, Applier> = new Map<string, Applier>([
  ['GUILD_UPDATE', applyServer],
  ['GUILD_ROLE_CREATE', applyRole],
  ['GUILD_ROLE_UPDATE', applyRole],
  ['GUILD_ROLE_DELETE', applyRoleGone],
  ['CHANNEL_CREATE', applyChannel],
  ['CHANNEL_UPDATE', applyChannel],
  ['CHANNEL_DELETE', applyChannelGone],
  ['GUILD_MEMBER_UPDATE', applyOwnMember],
  ['GUILD_MEMBER_ADD', (data, book) => book.addMembers(InServer.parse(data).guild_id, 1)],
  ['GUILD_MEMBER_REMOVE', (data, book) => book.addMembers(InServer.parse(data).guild_id, -1)],
]);

/** Reads a whole server, which Discord sends after connecting and when the bot is added. */
export const readServer = (data: unknown, botId: UserId | null): ServerState =>
  readPlainly(data, botId) ?? readBySchema(data, botId);

export function readBySchema(data: unknown, botId: UserId | null): ServerState {
  const guild = GuildCreate.parse(data);
  const own = guild.members.find((member) => idOfMember(member) === botId);
  return {
    id: guild.id,
    name: guild.name,
    icon: guild.icon ?? null,
    ownerId: guild.owner_id as UserId,
    memberCount: guild.member_count,
    botRoleIds: own === undefined ? [] : Own.parse(own).roles,
    roles: new Map(guild.roles.map((role) => [role.id, role])),
    channels: new Map(guild.channels.map((channel) => [channel.id, channel])),
  };
}

const idOfMember = (member: unknown): unknown => (member as { user?: { id?: unknown } } | null)?.user?.id;

function applyServer(data: unknown, book: ServerBook): void {
  const guild = GuildUpdate.parse(data);
  book.change(guild.id, (server) => ({
    ...server,
    name: guild.name,
    icon: guild.icon ?? null,
    ownerId: guild.owner_id as UserId,
    roles: new Map(guild.roles.map((role) => [role.id, role])),
  }));
}

function applyRole(data: unknown, book: ServerBook): void {
  const { serverId, role } = readEvent('roleChanged', data);
  book.putRole(serverId, role);
}

function applyRoleGone(data: unknown, book: ServerBook): void {
  const { guild_id, role_id } = RoleGone.parse(data);
  book.change(guild_id, (server) => ({
    ...server,
    roles: new Map([...server.roles].filter(([id]) => id !== role_id)),
    botRoleIds: server.botRoleIds.filter((id) => id !== role_id),
  }));
}

function applyChannel(data: unknown, book: ServerBook): void {
  const channel = readEvent('channelChanged', data);
  if (channel.serverId) book.putChannel(channel.serverId, channel);
}

function applyChannelGone(data: unknown, book: ServerBook): void {
  const gone = ChannelChange.parse(data);
  book.change(gone.guild_id, (server) => ({
    ...server,
    channels: new Map([...server.channels].filter(([id]) => id !== gone.id)),
  }));
}

/** Discord always sends a bot its own changes, even without the intent for members. */
function applyOwnMember(data: unknown, book: ServerBook, { botId }: { botId: UserId | null }): void {
  if (botId === null || idOfMember(data) !== botId) return;
  const member = OwnMember.parse(data);
  book.change(member.guild_id, (server) => ({ ...server, botRoleIds: member.roles }));
}
