import type { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { channelKindOf, type Overwrite, type Role } from '../../permissions/index.ts';
import type { Channel } from '../../rest/external/index.ts';
import type { ServerState } from '../state/pack.ts';
import { isDigits, isRecord, isWhole, type Raw, readBits, readEach } from './values.ts';

/**
 * Reads a server in Discord's usual form by hand. Ten thousand of them arrive within seconds, and V8 would keep part of
 * the schemas' garbage until a full collection and never release that memory (see docs/decisions/0113). Returns null if
 * the form is unusual, so the schemas have to read it. Otherwise both give the same result.
 */
export function readPlainly(data: unknown, botId: UserId | null): ServerState | null {
  if (!isRecord(data)) return null;
  const { id, name, icon = null, owner_id: ownerId, member_count: memberCount = 0, members = [] } = data;
  if (!isDigits(id, 5, 20) || typeof name !== 'string' || typeof ownerId !== 'string' || !isWhole(memberCount))
    return null;
  if ((icon !== null && typeof icon !== 'string') || !Array.isArray(members)) return null;
  const roles = readEach(data.roles, readRole);
  const channels = readEach(data.channels, readChannel);
  const botRoleIds = readOwnRoles(members, botId);
  if (!roles || !channels || !botRoleIds) return null;
  return {
    id: id as ServerId,
    name,
    icon,
    ownerId: ownerId as UserId,
    memberCount,
    botRoleIds,
    roles: new Map(roles.map((role) => [role.id, role])),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
  };
}

export function readRole(role: Raw): Role | null {
  const { id, name, color = 0, position, managed = false, mentionable = false } = role;
  const permissions = readBits(role.permissions);
  if (!isDigits(id, 5, 20) || typeof name !== 'string' || !isWhole(color) || !isWhole(position)) return null;
  if (permissions === null || typeof managed !== 'boolean' || typeof mentionable !== 'boolean') return null;
  return { id: id as RoleId, name, color, position, permissions, isManaged: managed, isMentionable: mentionable };
}

export function readChannel(channel: Raw): Channel | null {
  const { id, name = null, type, parent_id: parentId = null, position = 0, nsfw = false, guild_id: serverId } = channel;
  const overwrites = readEach(channel.permission_overwrites ?? [], readOverwrite);
  if (channel.permission_overwrites === null || !overwrites) return null;
  if (!isDigits(id, 5, 20) || (name !== null && typeof name !== 'string') || !isWhole(type)) return null;
  if ((parentId !== null && !isDigits(parentId, 5, 20)) || !isWhole(position)) return null;
  if (typeof nsfw !== 'boolean' || (serverId !== undefined && !isDigits(serverId, 5, 20))) return null;
  return {
    id: id as ChannelId,
    name: name ?? '',
    kind: channelKindOf(type),
    parentId: parentId as ChannelId | null,
    position,
    overwrites,
    serverId: (serverId ?? null) as ServerId | null,
    isForAdults: nsfw,
  };
}

function readOverwrite({ id, type, allow, deny }: Raw): Overwrite | null {
  const [allowed, denied] = [readBits(allow), readBits(deny)];
  if (!isDigits(id, 1, 20) || (type !== 0 && type !== 1) || allowed === null || denied === null) return null;
  return { id, kind: type === 0 ? 'role' : 'member', allow: allowed, deny: denied };
}

/** Reads only the bot's own roles, because a large server lists a thousand members. */
function readOwnRoles(members: readonly unknown[], botId: UserId | null): RoleId[] | null {
  for (const member of members) {
    if (!isRecord(member) || !isRecord(member.user) || member.user.id !== botId) continue;
    const { roles = [] } = member;
    return Array.isArray(roles) && roles.every((role) => isDigits(role, 5, 20)) ? (roles as RoleId[]) : null;
  }
  return [];
}
