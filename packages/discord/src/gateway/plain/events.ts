import type { ChannelId, MessageId, ServerId, UserId } from '@tally/contract';
import { events, type GatewayEvents } from '../events.ts';
import { readMember, readUser } from './people.ts';
import { readChannel, readRole } from './server.ts';
import { isDigits, isNumber, isRecord, isText, type Raw } from './values.ts';

type Heard = keyof typeof events;

/**
 * Reads an event. Frequent events in Discord's usual form are read without schemas, which takes a tenth of the time and
 * leaves no garbage. The schemas read everything else and throw an error for anything invalid.
 */
export function readEvent<E extends Heard>(event: E, raw: unknown): GatewayEvents[E] {
  const byHand = isRecord(raw) ? plainly[event]?.(raw) : null;
  return byHand ?? (events[event].data.parse(raw) as GatewayEvents[E]);
}

/** Returns null if the form is unusual. Otherwise the result equals that of the schemas, which a test checks. */
export const plainly: { readonly [E in Heard]?: (raw: Raw) => GatewayEvents[E] | null } = {
  memberJoined: readMemberOf,
  memberChanged: readMemberOf,
  memberLeft(raw) {
    const { guild_id: serverId, user } = raw;
    const person = isRecord(user) ? readUser(user) : null;
    return person && isId(serverId) ? { serverId: serverId as ServerId, user: person } : null;
  },
  roleMade: readRoleOf,
  roleChanged: readRoleOf,
  channelMade: readChannel,
  channelChanged: readChannel,
  channelDeleted: readChannel,
  messagePosted: readMessage,
  messageChanged: readPlace,
  messageDeleted: readPlace,
  reactionAdded: readReaction,
  reactionRemoved: readReaction,
  presenceChanged: readPresence,
};

const isId = (value: unknown): value is string => isDigits(value, 5, 20);
const isIdOrAbsent = (value: unknown): value is string | undefined => value === undefined || isId(value);
const isSnowflakeOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || isDigits(value, 1, 20);

function readMemberOf(raw: Raw): GatewayEvents['memberChanged'] | null {
  const { guild_id: serverId } = raw;
  const member = readMember(raw);
  return member && isId(serverId) ? { serverId: serverId as ServerId, member } : null;
}

function readRoleOf(raw: Raw): GatewayEvents['roleChanged'] | null {
  const { guild_id: serverId, role } = raw;
  const read = isRecord(role) ? readRole(role) : null;
  return read && isId(serverId) ? { serverId: serverId as ServerId, role: read } : null;
}

function readPlace(raw: Raw): GatewayEvents['messageDeleted'] | null {
  const { id, channel_id: channelId, guild_id: serverId } = raw;
  if (!isId(id) || !isId(channelId) || !isIdOrAbsent(serverId)) return null;
  return {
    messageId: id as MessageId,
    channelId: channelId as ChannelId,
    serverId: (serverId ?? null) as ServerId | null,
  };
}

/** Messages with embeds are left to the schemas, because few messages have any. */
function readMessage(raw: Raw): GatewayEvents['messagePosted'] | null {
  const { webhook_id: webhookId, application_id: applicationId, content = '', embeds = [], nonce } = raw;
  const place = readPlace(raw);
  const author = isRecord(raw.author) ? readUser(raw.author) : null;
  if (!place || !author || !isSnowflakeOrAbsent(webhookId) || !isSnowflakeOrAbsent(applicationId)) return null;
  if (typeof content !== 'string' || !Array.isArray(embeds) || embeds.length > 0) return null;
  if (!isText(nonce) && !isNumber(nonce)) return null;
  return {
    ...place,
    author,
    webhookId: webhookId ?? null,
    applicationId: applicationId ?? (author.isBot ? author.id : null),
    content,
    embeds: [],
    nonce: nonce === null || nonce === undefined ? null : String(nonce),
  };
}

function readReaction(raw: Raw): GatewayEvents['reactionAdded'] | null {
  const { guild_id: serverId, channel_id: channelId, message_id: messageId, user_id: userId, emoji } = raw;
  const { message_author_id: authorId } = raw;
  if (!isId(channelId) || !isId(messageId) || !isId(userId) || !isRecord(emoji)) return null;
  if (!isIdOrAbsent(serverId) || !isIdOrAbsent(authorId) || !isText(emoji.name)) return null;
  const id = emoji.id ?? null;
  if (id !== null && !isDigits(id, 1, 20)) return null;
  return {
    serverId: (serverId ?? null) as ServerId | null,
    channelId: channelId as ChannelId,
    messageId: messageId as MessageId,
    userId: userId as UserId,
    authorId: (authorId ?? null) as UserId | null,
    emoji: { id, name: emoji.name ?? null },
  };
}

/** Discord does not check what clients send here, so odd values count as missing. */
function readPresence(raw: Raw): GatewayEvents['presenceChanged'] | null {
  const { guild_id: serverId, user, status, activities } = raw;
  if (!isId(serverId) || !isRecord(user) || !isId(user.id)) return null;
  return {
    serverId: serverId as ServerId,
    userId: user.id as UserId,
    status: typeof status === 'string' ? status : null,
    activities: Array.isArray(activities) && activities.every(isRecord) ? activities.map(readActivity) : null,
  };
}

const textOf = (value: unknown): string | null | undefined => (isText(value) ? value : null);
const readActivity = ({ type, name, url, state }: Raw) => ({
  type: isNumber(type) ? type : 0,
  name: textOf(name),
  url: textOf(url),
  state: textOf(state),
});
