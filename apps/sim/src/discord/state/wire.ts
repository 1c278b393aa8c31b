import { guildPermissions } from '../rules/permissions.ts';
import { originWire } from './origin.ts';
import { countGuilds, isThread, memberCount, type State } from './state.ts';
import type {
  Application,
  Channel,
  Emoji,
  Guild,
  Member,
  Message,
  Role,
  ScheduledEvent,
  Sticker,
  User,
  Webhook,
} from './types.ts';

// The wire format of stored objects.

export const userWire = (user: User) => ({
  id: user.id,
  username: user.username,
  discriminator: user.discriminator,
  global_name: user.global_name,
  avatar: user.avatar,
  banner: user.banner,
  accent_color: null,
  avatar_decoration_data: null,
  primary_guild: null,
  public_flags: user.public_flags,
  flags: user.public_flags,
  ...(user.bot ? { bot: true } : {}),
});

/** Returns the caller's account, with the fields that the token's scopes allow. */
export const selfWire = (user: User, hasEmail: boolean) => ({
  ...userWire(user),
  locale: user.locale,
  mfa_enabled: false,
  premium_type: 0,
  verified: true,
  ...(hasEmail ? { email: user.email } : {}),
});

export const roleWire = (role: Role) => ({
  ...role,
  colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
});

export const memberWire = (member: Member) => ({
  user: userWire(member.user),
  ...memberWithoutUser(member),
});

export const memberWithoutUser = (member: Member) => ({
  nick: member.nick,
  avatar: member.avatar,
  banner: member.banner,
  roles: member.roles,
  joined_at: member.joined_at,
  premium_since: member.premium_since,
  deaf: false,
  mute: false,
  flags: member.flags,
  pending: member.pending,
  communication_disabled_until: member.communication_disabled_until,
});

export const emojiWire = (state: State, emoji: Emoji) => {
  const { userId, ...rest } = emoji;
  const user = state.users.get(userId);
  return { ...rest, ...(user ? { user: userWire(user) } : {}) };
};

export const stickerWire = (state: State, { userId, guildId, format, ...rest }: Sticker) => {
  const user = state.users.get(userId);
  return {
    ...rest,
    type: 2,
    format_type: format,
    available: true,
    guild_id: guildId,
    user: user && userWire(user),
  };
};

export const scheduledEventWire = (state: State, event: ScheduledEvent) => {
  const creator = state.users.get(event.creator_id);
  return {
    ...event,
    privacy_level: 2,
    entity_id: null,
    recurrence_rule: null,
    guild_scheduled_event_exceptions: [],
    ...(creator ? { creator: userWire(creator) } : {}),
  };
};

export function channelWire(state: State, channel: Channel): Record<string, unknown> {
  if (channel.guildId === undefined) {
    return {
      id: channel.id,
      type: channel.type,
      last_message_id: channel.last_message_id,
      flags: 0,
      recipients: channel.recipients
        .flatMap((id) => state.users.get(id) ?? [])
        .filter((user) => !user.bot)
        .map(userWire),
    };
  }
  const shared = {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    name: channel.name,
    parent_id: channel.parent_id,
    last_message_id: channel.last_message_id,
    last_pin_timestamp: channel.last_pin_timestamp,
    rate_limit_per_user: channel.rate_limit_per_user,
    flags: 0,
  };
  if (isThread(channel)) {
    return {
      ...shared,
      owner_id: channel.owner_id,
      thread_metadata: channel.thread_metadata,
      message_count: channel.message_count,
      total_message_sent: channel.total_message_sent,
      member_count: channel.threadMembers.size,
      ...(channel.applied_tags ? { applied_tags: channel.applied_tags } : {}),
    };
  }
  return {
    ...shared,
    topic: channel.topic,
    position: channel.position,
    nsfw: channel.nsfw,
    permission_overwrites: channel.permission_overwrites,
    ...(channel.bitrate === undefined ? {} : { bitrate: channel.bitrate, user_limit: channel.user_limit ?? 0 }),
    ...(channel.available_tags ? { available_tags: channel.available_tags } : {}),
    ...(channel.default_auto_archive_duration
      ? { default_auto_archive_duration: channel.default_auto_archive_duration }
      : {}),
  };
}

/** Returns a server in REST format, without channels and members. */
export const guildWire = (state: State, guild: Guild) => ({
  id: guild.id,
  name: guild.name,
  icon: guild.icon,
  icon_hash: null,
  home_header: null,
  banner: guild.banner,
  splash: guild.splash,
  discovery_splash: null,
  description: guild.description,
  owner_id: guild.owner_id,
  region: 'deprecated',
  afk_channel_id: null,
  afk_timeout: 300,
  verification_level: guild.verification_level,
  default_message_notifications: 1,
  explicit_content_filter: 0,
  roles: [...guild.roles.values()].map(roleWire),
  emojis: [...guild.emojis.values()].map((emoji) => emojiWire(state, emoji)),
  stickers: [...guild.stickers.values()].map((sticker) => stickerWire(state, sticker)),
  features: guild.features,
  mfa_level: 0,
  application_id: null,
  system_channel_id: guild.system_channel_id,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  max_presences: null,
  max_members: 500_000,
  max_video_channel_users: 25,
  max_stage_video_channel_users: 50,
  widget_enabled: false,
  widget_channel_id: null,
  vanity_url_code: null,
  premium_tier: guild.premium_tier,
  premium_subscription_count: guild.premium_subscription_count,
  premium_progress_bar_enabled: false,
  preferred_locale: guild.preferred_locale,
  nsfw: false,
  nsfw_level: 0,
  incidents_data: null,
});

export const presenceWire = (guild: Guild, user: User) => ({
  user: { id: user.id },
  guild_id: guild.id,
  status: user.status,
  activities: user.activities,
  client_status: user.status === 'offline' ? {} : { desktop: user.status },
});

/** Returns GUILD_CREATE for a bot. Without the presences intent, the bot itself is the only member. */
export function guildCreateWire(state: State, guild: Guild, options: { botId: string; hasPresences: boolean }) {
  const own = guild.members.get(options.botId);
  const shown = options.hasPresences ? [...guild.members.values()] : own ? [own] : [];
  return {
    ...guildWire(state, guild),
    joined_at: own?.joined_at ?? null,
    large: memberCount(guild) > 50,
    unavailable: false,
    member_count: memberCount(guild),
    voice_states: [],
    members: shown.map(memberWire),
    channels: [...guild.channels.values()].map((channel) => channelWire(state, channel)),
    threads: [...guild.threads.values()]
      .filter((thread) => !thread.thread_metadata?.archived)
      .map((thread) => channelWire(state, thread)),
    presences: options.hasPresences ? shown.map((member) => presenceWire(guild, member.user)) : [],
    stage_instances: [],
    guild_scheduled_events: [...guild.events.values()].map((event) => scheduledEventWire(state, event)),
    soundboard_sounds: [],
  };
}

/** Returns an entry of `/users/@me/guilds`. */
export function partialGuildWire(guild: Guild, userId: string, withCounts: boolean) {
  const member = guild.members.get(userId);
  return {
    id: guild.id,
    name: guild.name,
    icon: guild.icon,
    banner: guild.banner,
    owner: guild.owner_id === userId,
    permissions: `${member ? guildPermissions(guild, member) : 0n}`,
    features: guild.features,
    ...(withCounts ? counts(guild) : {}),
  };
}

export const counts = (guild: Guild) => ({
  approximate_member_count: memberCount(guild),
  approximate_presence_count: [...guild.members.values()].filter((member) => member.user.status !== 'offline').length,
});

const authorWire = (state: State, message: Message) => {
  if (message.webhook) {
    return {
      id: message.webhook.id,
      username: message.webhook.name,
      discriminator: '0000',
      avatar: message.webhook.avatar,
      ...nobody,
      bot: true,
    };
  }
  const user = state.users.get(message.authorId);
  return user
    ? userWire(user)
    : { id: message.authorId, username: 'Deleted User', discriminator: '0', avatar: null, ...nobody };
};

const nobody = { global_name: null, primary_guild: null, public_flags: 0, flags: 0 };

const SUPPRESS_EMBEDS = 1 << 2;

/** Returns a message in REST format. `viewer` decides "me" in the reactions. */
export function messageWire(state: State, message: Message, viewer?: string): Record<string, unknown> {
  const wire: Record<string, unknown> = {
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: authorWire(state, message),
    content: message.content,
    // Embeds that a moderator has hidden are kept, and are shown again without the flag.
    embeds: (message.flags & SUPPRESS_EMBEDS) === 0 ? message.embeds : [],
    components: message.components,
    attachments: message.attachments,
    timestamp: message.timestamp,
    edited_timestamp: message.edited_timestamp,
    flags: message.flags | (message.isLoading ? 128 : 0),
    tts: message.tts,
    pinned: message.pinned,
    mention_everyone: message.mention_everyone,
    mention_roles: message.mention_roles,
    mentions: message.mentionIds.flatMap((id) => state.users.get(id) ?? []).map(userWire),
  };
  if (message.stickers.length > 0)
    wire.sticker_items = message.stickers.map(({ id, name, format }) => ({ id, name, format_type: format }));
  if (message.reactions.length > 0) wire.reactions = reactionsWire(message, viewer);
  if (message.nonce !== undefined) wire.nonce = message.nonce;
  if (message.webhook) wire.webhook_id = message.webhook.id;
  if (message.applicationId) wire.application_id = message.applicationId;
  if (message.poll) wire.poll = message.poll;
  addSurroundings(wire, { state, message, viewer });
  return wire;
}

/** Adds the message it replies to, the interaction that caused it, and its thread. */
function addSurroundings(
  wire: Record<string, unknown>,
  { state, message, viewer }: { state: State; message: Message; viewer: string | undefined },
): void {
  if (message.reference) {
    wire.message_reference = message.reference;
    if (message.snapshots) wire.message_snapshots = message.snapshots;
    else {
      const original = state.channels.get(message.reference.channel_id)?.messages.get(message.reference.message_id);
      wire.referenced_message = original && original.id !== message.id ? messageWire(state, original, viewer) : null;
    }
  }
  if (message.interaction) {
    const user = state.users.get(message.interaction.userId);
    Object.assign(wire, originWire(message.interaction, { user: user && userWire(user), guildId: message.guildId }));
  }
  const thread = message.threadId ? state.channels.get(message.threadId) : undefined;
  if (thread) wire.thread = channelWire(state, thread);
}

const reactionsWire = (message: Message, viewer: string | undefined) =>
  message.reactions.map((reaction) => ({
    emoji: reaction.emoji,
    count: reaction.users.size,
    count_details: { normal: reaction.users.size, burst: 0 },
    burst_colors: [],
    me_burst: false,
    burst_me: false,
    burst_count: 0,
    me: viewer !== undefined && reaction.users.has(viewer),
  }));

export const webhookWire = (state: State, webhook: Webhook) => {
  const user = state.users.get(webhook.userId);
  return {
    id: webhook.id,
    type: webhook.type,
    guild_id: webhook.guildId,
    channel_id: webhook.channelId,
    name: webhook.name,
    avatar: webhook.avatar,
    application_id: webhook.applicationId,
    token: webhook.token,
    ...(user ? { user: userWire(user) } : {}),
  };
};

/**
 * Returns the flags of small applications (`…_LIMITED`), which show enabled privileged intents.
 * https://docs.discord.com/developers/resources/application#application-object-application-flags
 */
export const applicationFlags = ({ privilegedIntents }: Application): number =>
  ((privilegedIntents & (1 << 8)) === 0 ? 0 : 1 << 13) |
  ((privilegedIntents & (1 << 1)) === 0 ? 0 : 1 << 15) |
  ((privilegedIntents & (1 << 15)) === 0 ? 0 : 1 << 19);

export const applicationWire = (state: State, application: Application) => {
  const bot = state.users.get(application.botId);
  const owner = state.users.get(application.ownerId);
  return {
    id: application.id,
    name: application.name,
    icon: application.icon,
    description: application.description,
    type: null,
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: application.publicKey,
    flags: applicationFlags(application),
    flags_new: `${applicationFlags(application)}`,
    redirect_uris: application.redirectUris,
    interactions_endpoint_url: application.interactionsEndpointUrl,
    role_connections_verification_url: application.roleConnectionsVerificationUrl,
    approximate_guild_count: countGuilds(state, application),
    approximate_user_install_count: 0,
    approximate_user_authorization_count: state.grantsByToken.size,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: [],
    ...(bot ? { bot: userWire(bot) } : {}),
    ...(owner ? { owner: userWire(owner) } : {}),
  };
};
