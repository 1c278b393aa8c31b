import type { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { z } from 'zod';
import { permissionBits } from '../permissions/index.ts';
import { nothing, type Send } from './call.ts';
import { Channel, Emoji, Member, OwnedRole, Role, Server, User } from './external/index.ts';

export const serverCalls = (send: Send) => ({
  get: (serverId: ServerId) =>
    send({
      name: 'servers.get',
      method: 'GET',
      path: `/guilds/${serverId}`,
      query: { with_counts: true },
      answer: Server,
    }),

  channels: (serverId: ServerId) =>
    send({ name: 'servers.channels', method: 'GET', path: `/guilds/${serverId}/channels`, answer: z.array(Channel) }),

  roles: (serverId: ServerId) =>
    send({ name: 'servers.roles', method: 'GET', path: `/guilds/${serverId}/roles`, answer: z.array(Role) }),

  /** Lists bots that have their own role. */
  bots: async (serverId: ServerId) => {
    const path = `/guilds/${serverId}/roles` as const;
    const roles = await send({ name: 'servers.bots', method: 'GET', path, answer: z.array(OwnedRole) });
    return roles.flatMap(({ name, botId }) => (botId ? [{ botId, name }] : []));
  },

  emojis: (serverId: ServerId) =>
    send({ name: 'servers.emojis', method: 'GET', path: `/guilds/${serverId}/emojis`, answer: z.array(Emoji) }),

  /** `image` is a data URL of at most 256 KiB. */
  createEmoji: (about: {
    serverId: ServerId;
    name: string;
    image: string;
    roleIds?: readonly RoleId[];
    reason?: string;
  }) =>
    send({
      name: 'servers.createEmoji',
      method: 'POST',
      path: `/guilds/${about.serverId}/emojis`,
      body: { name: about.name, image: about.image, roles: about.roleIds ?? [] },
      answer: Emoji,
      reason: about.reason,
      // Emojis have a limit per server whose headers cannot be trusted.
      door: `emojis ${about.serverId}`,
    }),

  /** Deleting our own emoji needs the same permission as creating it. */
  deleteEmoji: (about: { serverId: ServerId; emojiId: string; reason?: string }) =>
    send({
      name: 'servers.deleteEmoji',
      method: 'DELETE',
      path: `/guilds/${about.serverId}/emojis/${about.emojiId}`,
      answer: nothing,
      reason: about.reason,
    }),

  /** Sets the bot's appearance in one server. Null resets it. */
  setOwnLooks: (about: {
    serverId: ServerId;
    looks: { nick?: string | null; avatar?: string | null; banner?: string | null; bio?: string | null };
    reason?: string;
  }) =>
    send({
      name: 'servers.setOwnLooks',
      method: 'PATCH',
      path: `/guilds/${about.serverId}/members/@me`,
      body: about.looks,
      answer: nothing,
      reason: about.reason,
    }),

  leave: (serverId: ServerId) =>
    send({ name: 'servers.leave', method: 'DELETE', path: `/users/@me/guilds/${serverId}`, answer: nothing }),

  channel: (channelId: ChannelId) =>
    send({ name: 'servers.channel', method: 'GET', path: `/channels/${channelId}`, answer: Channel }),

  /**
   * Creates a voice channel that shows a number in its name. Members cannot join it, and the bot keeps the permissions
   * to rename it. https://docs.discord.com/developers/topics/permissions
   */
  createCounterChannel: (about: { serverId: ServerId; name: string; botId: string }) =>
    send({
      name: 'servers.createCounterChannel',
      method: 'POST',
      path: `/guilds/${about.serverId}/channels`,
      body: {
        name: about.name,
        type: 2,
        permission_overwrites: [
          { id: about.serverId, type: 0, allow: '0', deny: String(permissionBits.Connect) },
          {
            id: about.botId,
            type: 1,
            allow: String(permissionBits.ViewChannel | permissionBits.Connect | permissionBits.ManageChannels),
            deny: '0',
          },
        ],
      },
      answer: Channel,
      reason: 'stat counter',
    }),

  deleteChannel: (about: { channelId: ChannelId; reason?: string }) =>
    send({
      name: 'servers.deleteChannel',
      method: 'DELETE',
      path: `/channels/${about.channelId}`,
      answer: nothing,
      reason: about.reason,
    }),

  /** Creates an invite that is valid until it is revoked. A second request returns the existing invite. */
  createInvite: (about: { channelId: ChannelId; reason?: string }) =>
    send({
      name: 'servers.createInvite',
      method: 'POST',
      path: `/channels/${about.channelId}/invites`,
      body: { max_age: 0, max_uses: 0, unique: false },
      answer: z.object({ code: z.string() }),
      reason: about.reason,
    }),

  /** Discord allows two renames per channel in ten minutes, and reveals the limit only when it refuses. */
  renameChannel: (about: { channelId: ChannelId; name: string; reason?: string }) =>
    send({
      name: 'servers.renameChannel',
      method: 'PATCH',
      path: `/channels/${about.channelId}`,
      body: { name: about.name },
      answer: Channel,
      reason: about.reason,
      door: `rename ${about.channelId}`,
    }),
});

export const memberCalls = (send: Send) => ({
  get: ({ serverId, userId }: { serverId: ServerId; userId: UserId }) =>
    send({ name: 'members.get', method: 'GET', path: `/guilds/${serverId}/members/${userId}`, answer: Member }),

  /** Needs the privileged intent. The next page continues after the highest id so far. */
  list: (about: { serverId: ServerId; after?: UserId; limit?: number }) =>
    send({
      name: 'members.list',
      method: 'GET',
      path: `/guilds/${about.serverId}/members`,
      query: { limit: about.limit ?? 1000, after: about.after },
      answer: z.array(Member),
    }),

  /** Finds members whose name begins with the query. Needs no privileged intent. */
  search: (about: { serverId: ServerId; query: string; limit: number }) =>
    send({
      name: 'members.search',
      method: 'GET',
      path: `/guilds/${about.serverId}/members/search`,
      query: { query: about.query, limit: about.limit },
      answer: z.array(Member),
    }),

  /** Each call gives one role, because setting the whole list would undo simultaneous changes by other people. */
  giveRole: (about: { serverId: ServerId; userId: UserId; roleId: RoleId; reason?: string }) =>
    send({
      name: 'members.giveRole',
      method: 'PUT',
      path: `/guilds/${about.serverId}/members/${about.userId}/roles/${about.roleId}`,
      answer: nothing,
      reason: about.reason,
    }),

  takeRole: (about: { serverId: ServerId; userId: UserId; roleId: RoleId; reason?: string }) =>
    send({
      name: 'members.takeRole',
      method: 'DELETE',
      path: `/guilds/${about.serverId}/members/${about.userId}/roles/${about.roleId}`,
      answer: nothing,
      reason: about.reason,
    }),

  rename: (about: { serverId: ServerId; userId: UserId; nick: string | null; reason?: string }) =>
    send({
      name: 'members.rename',
      method: 'PATCH',
      path: `/guilds/${about.serverId}/members/${about.userId}`,
      body: { nick: about.nick },
      answer: nothing,
      reason: about.reason,
    }),

  /** Adds a person who allowed it (`guilds.join`) to a server. Has no effect on a member. */
  add: (about: { serverId: ServerId; userId: UserId; accessToken: string }) =>
    send({
      name: 'members.add',
      method: 'PUT',
      path: `/guilds/${about.serverId}/members/${about.userId}`,
      body: { access_token: about.accessToken },
      answer: nothing,
    }),

  user: (userId: UserId) => send({ name: 'members.user', method: 'GET', path: `/users/${userId}`, answer: User }),
});
