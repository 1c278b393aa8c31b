import { z } from 'zod';
import { channelKindOf, type Overwrite, type Role as RoleFacts, type ServerChannel } from '../../permissions/index.ts';
import { ChannelId, permissionSet, RoleId, ServerId, snowflake, UserId } from './ids.ts';

export const Role = z
  .object({
    id: RoleId,
    name: z.string(),
    color: z.number().int().default(0),
    position: z.number().int(),
    permissions: permissionSet,
    managed: z.boolean().default(false),
    mentionable: z.boolean().default(false),
  })
  .transform(
    (role): RoleFacts => ({
      id: role.id,
      name: role.name,
      color: role.color,
      position: role.position,
      permissions: role.permissions,
      isManaged: role.managed,
      isMentionable: role.mentionable,
    }),
  );

/** A role that may belong to a bot and then cannot be given to another member. */
export const OwnedRole = z
  .object({ name: z.string(), tags: z.object({ bot_id: UserId.optional() }).nullish() })
  .transform(({ name, tags }) => ({ name, botId: tags?.bot_id ?? null }));

const PermissionOverwrite = z
  .object({ id: snowflake, type: z.union([z.literal(0), z.literal(1)]), allow: permissionSet, deny: permissionSet })
  .transform(({ id, type, allow, deny }): Overwrite => ({ id, kind: type === 0 ? 'role' : 'member', allow, deny }));

export const Channel = z
  .object({
    id: ChannelId,
    name: z.string().nullish(),
    type: z.number().int(),
    guild_id: ServerId.optional(),
    parent_id: ChannelId.nullish(),
    position: z.number().int().default(0),
    permission_overwrites: z.array(PermissionOverwrite).default([]),
    nsfw: z.boolean().default(false),
  })
  .transform((channel): ServerChannel & { readonly serverId: ServerId | null; readonly isForAdults: boolean } => ({
    id: channel.id,
    name: channel.name ?? '',
    kind: channelKindOf(channel.type),
    serverId: channel.guild_id ?? null,
    parentId: channel.parent_id ?? null,
    position: channel.position,
    overwrites: channel.permission_overwrites,
    isForAdults: channel.nsfw,
  }));
export type Channel = z.output<typeof Channel>;

export const Emoji = z
  .object({
    id: snowflake,
    name: z.string().nullable(),
    animated: z.boolean().default(false),
    managed: z.boolean().default(false),
    available: z.boolean().default(true),
    roles: z.array(RoleId).default([]),
    user: z.object({ id: UserId }).optional(),
  })
  .transform((emoji) => ({
    id: emoji.id,
    name: emoji.name,
    isAnimated: emoji.animated,
    isManaged: emoji.managed,
    isAvailable: emoji.available,
    roleIds: emoji.roles,
    /** Present in servers where we may manage emojis. */
    makerId: emoji.user?.id ?? null,
  }));
export type Emoji = z.output<typeof Emoji>;

export const Server = z
  .object({
    id: ServerId,
    name: z.string(),
    icon: z.string().nullish(),
    banner: z.string().nullish(),
    owner_id: UserId,
    roles: z.array(Role).default([]),
    emojis: z.array(Emoji).default([]),
    premium_tier: z.number().int().default(0),
    preferred_locale: z.string().default('en-US'),
    approximate_member_count: z.number().int().nullish(),
    approximate_presence_count: z.number().int().nullish(),
  })
  .transform((server) => ({
    id: server.id,
    name: server.name,
    icon: server.icon ?? null,
    banner: server.banner ?? null,
    ownerId: server.owner_id,
    roles: server.roles,
    emojis: server.emojis,
    boostLevel: server.premium_tier,
    locale: server.preferred_locale,
    memberCount: server.approximate_member_count ?? null,
    onlineCount: server.approximate_presence_count ?? null,
  }));
export type Server = z.output<typeof Server>;

/** Returns the slots for each kind of emoji by boost level. */
export const emojiSlots = (boostLevel: number): number => [50, 100, 150, 250][boostLevel] ?? 50;
