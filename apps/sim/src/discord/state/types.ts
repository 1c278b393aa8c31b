import type { KeyObject } from 'node:crypto';
import type { Origin } from './origin.ts';

// The state of the simulated Discord. Objects that are sent as they are stored have wire names (snake_case).
// https://docs.discord.com/developers/reference

export interface User {
  readonly id: string;
  username: string;
  global_name: string | null;
  avatar: string | null;
  banner: string | null;
  readonly discriminator: string;
  readonly bot: boolean;
  readonly email: string | null;
  readonly locale: string;
  public_flags: number;
  /** True for a person of the demo, who can be chosen on the authorize page. */
  readonly isDemo: boolean;
  status: 'online' | 'idle' | 'dnd' | 'offline';
  activities: readonly unknown[];
  /** True if the person refuses direct messages, so sending one answers 50007. */
  dmsClosed: boolean;
}

export interface Application {
  readonly id: string;
  name: string;
  description: string;
  icon: string | null;
  readonly botId: string;
  token: string;
  secret: string;
  publicKey: string;
  readonly privateKey: KeyObject;
  redirectUris: string[];
  interactionsEndpointUrl: string | null;
  roleConnectionsVerificationUrl: string | null;
  /** The privileged intents granted to the application. */
  privilegedIntents: number;
  readonly ownerId: string;
  /** The gateway's allowance. */
  maxConcurrency: number;
  /** Null if it is computed from the number of servers. */
  recommendedShards: number | null;
  identifies: { startedAt: number; used: number; total: number };
}

export interface Overwrite {
  id: string;
  /** 0 is a role, 1 is a member. */
  type: 0 | 1;
  allow: string;
  deny: string;
}

export interface Role {
  readonly id: string;
  name: string;
  color: number;
  hoist: boolean;
  icon: string | null;
  unicode_emoji: string | null;
  position: number;
  permissions: string;
  managed: boolean;
  mentionable: boolean;
  flags: number;
  tags?: {
    bot_id?: string;
    premium_subscriber?: null;
    integration_id?: string;
    guild_connections?: null;
    subscription_listing_id?: string;
  };
}

export interface Member {
  readonly user: User;
  nick: string | null;
  avatar: string | null;
  banner: string | null;
  bio: string;
  roles: string[];
  joined_at: string;
  premium_since: string | null;
  pending: boolean;
  flags: number;
  communication_disabled_until: string | null;
}

export interface Emoji {
  readonly id: string;
  name: string;
  roles: string[];
  animated: boolean;
  managed: boolean;
  available: boolean;
  require_colons: boolean;
  userId: string;
}

export interface ThreadMetadata {
  archived: boolean;
  auto_archive_duration: number;
  archive_timestamp: string;
  locked: boolean;
  create_timestamp: string;
}

/** A tag for forum posts. */
export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly moderated: boolean;
  readonly emoji_id: string | null;
  readonly emoji_name: string | null;
}

export interface Channel {
  readonly id: string;
  type: number;
  /** Undefined in direct messages. */
  readonly guildId: string | undefined;
  name: string;
  topic: string | null;
  position: number;
  parent_id: string | null;
  nsfw: boolean;
  rate_limit_per_user: number;
  permission_overwrites: Overwrite[];
  last_message_id: string | null;
  last_pin_timestamp: string | null;
  bitrate?: number;
  user_limit?: number;
  default_auto_archive_duration?: number;
  available_tags?: readonly Tag[];
  owner_id?: string;
  thread_metadata?: ThreadMetadata;
  applied_tags?: string[];
  message_count: number;
  total_message_sent: number;
  threadMembers: Set<string>;
  /** The people of a direct message. */
  recipients: string[];
  messages: Map<string, Message>;
  /** Message ids in the order of sending, for reading history backwards. */
  order: string[];
}

export interface Attachment {
  readonly id: string;
  readonly filename: string;
  readonly title?: string;
  readonly description?: string;
  readonly size: number;
  readonly url: string;
  readonly proxy_url: string;
  readonly content_type?: string;
  readonly width?: number;
  readonly height?: number;
}

export interface Reaction {
  readonly emoji: { id: string | null; name: string; animated?: boolean };
  readonly users: Set<string>;
}

/** The people and roles that were actually notified. */
export interface Pinged {
  everyone: boolean;
  roles: string[];
  users: string[];
}

export interface Message {
  readonly id: string;
  readonly channelId: string;
  readonly guildId: string | undefined;
  readonly authorId: string;
  readonly type: number;
  content: string;
  embeds: readonly unknown[];
  components: readonly unknown[];
  attachments: Attachment[];
  readonly stickers: readonly Sticker[];
  poll: unknown;
  flags: number;
  tts: boolean;
  pinned: boolean;
  readonly timestamp: string;
  edited_timestamp: string | null;
  mention_everyone: boolean;
  mentionIds: string[];
  mention_roles: string[];
  reactions: Reaction[];
  readonly nonce: string | number | undefined;
  readonly applicationId: string | undefined;
  readonly webhook: { id: string; name: string; avatar: string | null } | undefined;
  readonly reference: { type: number; message_id: string; channel_id: string; guild_id?: string } | undefined;
  readonly snapshots: readonly unknown[] | undefined;
  readonly interaction: Origin | undefined;
  /** Set for an ephemeral message, which only this person sees. */
  readonly visibleTo: string | undefined;
  pinged: Pinged;
  /** Earlier versions, oldest first. */
  history: { content: string; embeds: readonly unknown[]; components: readonly unknown[]; at: string }[];
  threadId: string | undefined;
  /** True while a deferred answer shows "thinking". */
  isLoading: boolean;
}

export interface Webhook {
  readonly id: string;
  readonly type: 1;
  readonly token: string;
  readonly guildId: string;
  channelId: string;
  name: string;
  avatar: string | null;
  readonly userId: string;
  readonly applicationId: string | null;
}

export interface Sticker {
  readonly id: string;
  readonly guildId: string;
  name: string;
  description: string | null;
  tags: string;
  readonly format: number;
  readonly userId: string;
}

export interface ScheduledEvent {
  readonly id: string;
  readonly guild_id: string;
  readonly creator_id: string;
  channel_id: string | null;
  name: string;
  description: string | null;
  scheduled_start_time: string;
  scheduled_end_time: string | null;
  /** 1 is scheduled, 2 active, 3 completed, 4 canceled. */
  status: number;
  /** 1 is on a stage, 2 in a voice channel, 3 elsewhere. */
  entity_type: 1 | 2 | 3;
  entity_metadata: { location?: string | null } | null;
  image: string | null;
}

export interface Guild {
  readonly id: string;
  name: string;
  icon: string | null;
  banner: string | null;
  splash: string | null;
  description: string | null;
  owner_id: string;
  features: string[];
  preferred_locale: string;
  premium_tier: number;
  premium_subscription_count: number;
  system_channel_id: string | null;
  verification_level: number;
  unavailable: boolean;
  readonly roles: Map<string, Role>;
  readonly channels: Map<string, Channel>;
  readonly threads: Map<string, Channel>;
  readonly members: Map<string, Member>;
  readonly emojis: Map<string, Emoji>;
  readonly stickers: Map<string, Sticker>;
  readonly events: Map<string, ScheduledEvent>;
  readonly bans: Map<string, string | null>;
  /** People who are counted but not stored, for very large servers. */
  extraMembers: number;
  /** When the search index of the server is ready. Undefined before the first search. */
  searchableAt?: number;
}

export interface Command {
  readonly id: string;
  readonly application_id: string;
  readonly guild_id?: string;
  readonly version: string;
  readonly type: number;
  readonly name: string;
  readonly name_localizations: Record<string, string> | null;
  readonly description: string;
  readonly description_localizations: Record<string, string> | null;
  readonly options: readonly unknown[];
  readonly default_member_permissions: string | null;
  readonly dm_permission: boolean;
  readonly nsfw: boolean;
  readonly contexts: readonly number[] | null;
  readonly integration_types: readonly number[];
}

export interface Invite {
  readonly code: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly inviterId: string;
  readonly maxAge: number;
  readonly maxUses: number;
  readonly isTemporary: boolean;
  uses: number;
  readonly createdAt: string;
}

/** An OAuth authorization. Revoking one of its tokens revokes both. */
export interface Grant {
  readonly applicationId: string;
  readonly userId: string;
  readonly scopes: string[];
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
  readonly guildId: string | undefined;
}

export interface AuthorizationCode {
  readonly code: string;
  readonly applicationId: string;
  readonly userId: string;
  readonly scopes: string[];
  readonly redirectUri: string;
  readonly guildId: string | undefined;
  readonly challenge: string | undefined;
  readonly expiresAt: number;
}

export interface RoleConnection {
  platform_name: string | null;
  platform_username: string | null;
  metadata: Record<string, string>;
}

/** One REST call, kept for tests that inspect calls. */
export interface RequestRecord {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly who: string;
  readonly reason: string | null;
}
