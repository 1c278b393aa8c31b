import { ChannelId, MessageId, RoleId, ServerId, UserId } from '@tally/contract';
import { z } from 'zod';
import { Channel, Embed, Member, Role, Server, snowflake, User } from '../rest/external/index.ts';
import type { IntentName } from './intents.ts';

/**
 * The events that features can listen to: Discord's name, the intents they need, and how the data is read. Discord may
 * send an event never, once or several times, and in any order, so listeners must be idempotent.
 */
interface EventKind<S extends z.ZodType = z.ZodType> {
  readonly from: string;
  readonly intents: readonly IntentName[];
  readonly data: S;
  /** If true, the newest of these events are dropped in a flood, because they are too many to keep in memory. */
  readonly isPlentiful?: boolean;
}

const kind = <S extends z.ZodType>(event: EventKind<S>): EventKind<S> => event;

const emoji = z.object({ id: snowflake.nullish(), name: z.string().nullish() });

const reaction = z
  .object({
    guild_id: ServerId.optional(),
    channel_id: ChannelId,
    message_id: MessageId,
    user_id: UserId,
    message_author_id: UserId.optional(),
    emoji,
  })
  .transform((data) => ({
    serverId: data.guild_id ?? null,
    channelId: data.channel_id,
    messageId: data.message_id,
    userId: data.user_id,
    authorId: data.message_author_id ?? null,
    emoji: { id: data.emoji.id ?? null, name: data.emoji.name ?? null },
  }));

const place = z
  .object({ id: MessageId, channel_id: ChannelId, guild_id: ServerId.optional() })
  .transform((data) => ({ messageId: data.id, channelId: data.channel_id, serverId: data.guild_id ?? null }));

const cleared = z
  .object({ message_id: MessageId, channel_id: ChannelId, guild_id: ServerId.optional() })
  .transform((data) => ({ messageId: data.message_id, channelId: data.channel_id, serverId: data.guild_id ?? null }));

const inServer = z.object({ guild_id: ServerId });

/** Discord does not check what clients send here, so any field may be missing or malformed. */
export const Presence = z.object({
  user: z.object({ id: UserId }),
  status: z.string().nullish().catch(null),
  activities: z
    .array(
      z.object({
        type: z.number().catch(0),
        name: z.string().nullish().catch(null),
        url: z.string().nullish().catch(null),
        state: z.string().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
});

/** Returns null if Discord did not send the presence this time. */
export const toPresence = ({ user, status, activities }: z.output<typeof Presence>) => ({
  userId: user.id,
  status: status ?? null,
  activities: activities ?? null,
});

export const events = {
  memberJoined: kind({
    from: 'GUILD_MEMBER_ADD',
    intents: ['GuildMembers'],
    data: z.intersection(inServer, z.unknown()).transform((data) => ({
      serverId: data.guild_id,
      member: Member.parse(data),
    })),
  }),
  memberChanged: kind({
    from: 'GUILD_MEMBER_UPDATE',
    intents: ['GuildMembers'],
    data: z.intersection(inServer, z.unknown()).transform((data) => ({
      serverId: data.guild_id,
      member: Member.parse(data),
    })),
  }),
  memberLeft: kind({
    from: 'GUILD_MEMBER_REMOVE',
    intents: ['GuildMembers'],
    data: inServer.extend({ user: User }).transform((data) => ({ serverId: data.guild_id, user: data.user })),
  }),
  /** The server's name, icon or owner changed, for example. Member counts are not included. */
  serverChanged: kind({ from: 'GUILD_UPDATE', intents: ['Guilds'], data: Server }),
  roleMade: kind({
    from: 'GUILD_ROLE_CREATE',
    intents: ['Guilds'],
    data: inServer.extend({ role: Role }).transform((data) => ({ serverId: data.guild_id, role: data.role })),
  }),
  roleChanged: kind({
    from: 'GUILD_ROLE_UPDATE',
    intents: ['Guilds'],
    data: inServer.extend({ role: Role }).transform((data) => ({ serverId: data.guild_id, role: data.role })),
  }),
  roleDeleted: kind({
    from: 'GUILD_ROLE_DELETE',
    intents: ['Guilds'],
    data: inServer.extend({ role_id: RoleId }).transform((data) => ({ serverId: data.guild_id, roleId: data.role_id })),
  }),
  channelMade: kind({ from: 'CHANNEL_CREATE', intents: ['Guilds'], data: Channel }),
  channelChanged: kind({ from: 'CHANNEL_UPDATE', intents: ['Guilds'], data: Channel }),
  channelDeleted: kind({ from: 'CHANNEL_DELETE', intents: ['Guilds'], data: Channel }),
  /** A bot or another integration was removed. Discord names only some of them, so listeners query Discord. */
  integrationRemoved: kind({
    from: 'INTEGRATION_DELETE',
    intents: ['GuildIntegrations'],
    data: inServer.transform((data) => ({ serverId: data.guild_id })),
  }),
  messagePosted: kind({
    from: 'MESSAGE_CREATE',
    intents: ['GuildMessages'],
    isPlentiful: true,
    data: z
      .object({
        id: MessageId,
        channel_id: ChannelId,
        guild_id: ServerId.optional(),
        author: User,
        webhook_id: snowflake.optional(),
        application_id: snowflake.optional(),
        /** The content is empty without the privileged intent. */
        content: z.string().default(''),
        embeds: z.array(Embed).default([]),
        nonce: z.union([z.string(), z.number()]).nullish(),
      })
      .transform((data) => ({
        messageId: data.id,
        channelId: data.channel_id,
        serverId: data.guild_id ?? null,
        author: data.author,
        webhookId: data.webhook_id ?? null,
        /** Set on messages of an application, including its webhooks. On ours it is the bot's own id. */
        applicationId: data.application_id ?? (data.author.isBot ? data.author.id : null),
        content: data.content,
        embeds: data.embeds,
        /** Only this event contains the nonce of our own message. */
        nonce: data.nonce === null || data.nonce === undefined ? null : String(data.nonce),
      })),
  }),
  /** The event only reports that the message changed. Listeners that need the content request it from Discord. */
  messageChanged: kind({
    from: 'MESSAGE_UPDATE',
    intents: ['GuildMessages'],
    isPlentiful: true,
    data: place,
  }),
  /** A moderator or a bot deleted messages in bulk. */
  messagesDeleted: kind({
    from: 'MESSAGE_DELETE_BULK',
    intents: ['GuildMessages'],
    data: z
      .object({ ids: z.array(MessageId), channel_id: ChannelId, guild_id: ServerId.optional() })
      .transform((data) => ({ messageIds: data.ids, channelId: data.channel_id, serverId: data.guild_id ?? null })),
  }),
  messageDeleted: kind({
    from: 'MESSAGE_DELETE',
    intents: ['GuildMessages'],
    data: place,
  }),
  reactionAdded: kind({ from: 'MESSAGE_REACTION_ADD', intents: ['GuildMessageReactions'], data: reaction }),
  reactionRemoved: kind({ from: 'MESSAGE_REACTION_REMOVE', intents: ['GuildMessageReactions'], data: reaction }),
  /** All reactions of a message, or all of one emoji, were removed at once. */
  reactionsCleared: kind({
    from: 'MESSAGE_REACTION_REMOVE_ALL',
    intents: ['GuildMessageReactions'],
    data: cleared,
  }),
  emojiCleared: kind({
    from: 'MESSAGE_REACTION_REMOVE_EMOJI',
    intents: ['GuildMessageReactions'],
    data: cleared,
  }),
  presenceChanged: kind({
    from: 'PRESENCE_UPDATE',
    intents: ['GuildPresences'],
    isPlentiful: true,
    data: z.intersection(inServer, Presence).transform((data) => ({ serverId: data.guild_id, ...toPresence(data) })),
  }),
  /**
   * The response to `askMembers`, in parts. If all members were requested, a member without a presence is offline. If
   * members were named, the response has a `nonce` and no presences.
   */
  membersTold: kind({
    from: 'GUILD_MEMBERS_CHUNK',
    intents: [],
    data: inServer
      .extend({
        members: z.array(z.looseObject({ user: z.looseObject({ id: UserId }) })),
        presences: z.array(Presence.transform(toPresence)).default([]),
        not_found: z.array(UserId).default([]),
        nonce: z.string().nullish(),
      })
      .transform((data) => ({
        serverId: data.guild_id,
        userIds: data.members.map(({ user }) => user.id),
        presences: data.presences,
        nonce: data.nonce ?? null,
        /** The members in Discord's form, for the caller that requested them. */
        members: data.nonce ? data.members : [],
        notFound: data.not_found,
      })),
  }),
  /** Arrives over the gateway unless the application has its own endpoint. No intent is needed. */
  interaction: kind({ from: 'INTERACTION_CREATE', intents: [], data: z.unknown() }),
} as const satisfies Record<string, EventKind>;

/** Events that the gateway derives, because Discord sends "here is a server" for many reasons. */
export interface MadeEvents {
  /**
   * A shard starts a new session and lists all of its servers. It left all other servers while we were not connected.
   * Not sent after a resume, which misses no events.
   */
  shardReady: { readonly shardId: number; readonly shardCount: number; readonly serverIds: readonly ServerId[] };
  /** A server is available: after connecting, after an outage, and after the bot was added. */
  serverSeen: {
    readonly serverId: ServerId;
    readonly name: string;
    readonly icon: string | null;
    readonly ownerId: UserId;
    readonly memberCount: number;
  };
  /**
   * The presences of a server's members after connecting to it. A member without one is offline, unless the server is
   * too large for Discord to send them.
   */
  presencesSeen: {
    readonly serverId: ServerId;
    readonly presences: readonly ReturnType<typeof toPresence>[];
    readonly isWhole: boolean;
  };
  /** The bot was added to a server. Reconnecting to a server does not count. */
  serverJoined: { readonly serverId: ServerId; readonly name: string; readonly memberCount: number };
  /** The bot was removed, or the server was deleted. A Discord outage does not count. */
  serverLeft: { readonly serverId: ServerId };
}

type HeardEvents = { [E in keyof typeof events]: z.output<(typeof events)[E]['data']> };
export type GatewayEvents = HeardEvents & MadeEvents;
export type EventName = keyof GatewayEvents;

/** The events that Discord itself sends. */
export const eventNames = Object.keys(events) as (keyof typeof events)[];
