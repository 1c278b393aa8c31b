import { z } from 'zod';
import { RoleId, ServerId, UserId } from './ids.ts';

export const User = z
  .object({
    id: UserId,
    username: z.string(),
    discriminator: z.string().default('0'),
    global_name: z.string().nullish(),
    avatar: z.string().nullish(),
    banner: z.string().nullish(),
    accent_color: z.number().nullish(),
    bot: z.boolean().default(false),
    email: z.string().nullish(),
    locale: z.string().nullish(),
  })
  .transform((user) => ({
    id: user.id,
    username: user.username,
    discriminator: user.discriminator,
    displayName: user.global_name ?? null,
    avatar: user.avatar ?? null,
    banner: user.banner ?? null,
    accentColor: user.accent_color ?? null,
    isBot: user.bot,
    /** Present only with the scope `email`, and only for the person who logged in. */
    email: user.email ?? null,
    locale: user.locale ?? null,
  }));
export type User = z.output<typeof User>;

const moment = z
  .string()
  .nullish()
  .transform((text) => (text ? new Date(text) : null));

export const Member = z
  .object({
    user: User.optional(),
    nick: z.string().nullish(),
    avatar: z.string().nullish(),
    roles: z.array(RoleId),
    joined_at: moment,
    premium_since: moment,
    communication_disabled_until: moment,
    /** True if the member has not yet accepted the server's rules. */
    pending: z.boolean().default(false),
  })
  .transform((member) => ({
    user: member.user ?? null,
    nick: member.nick ?? null,
    avatar: member.avatar ?? null,
    roleIds: member.roles,
    joinedAt: member.joined_at,
    boostingSince: member.premium_since,
    timedOutUntil: member.communication_disabled_until,
    isPending: member.pending,
  }));
export type Member = z.output<typeof Member>;

/** A server in the person's own list. */
export const ListedServer = z
  .object({
    id: ServerId,
    name: z.string(),
    icon: z.string().nullish(),
    banner: z.string().nullish(),
    owner: z.boolean().default(false),
    permissions: z
      .string()
      .regex(/^\d{1,30}$/)
      .default('0'),
    approximate_member_count: z.number().int().nullish(),
  })
  .transform((server) => ({
    id: server.id,
    name: server.name,
    icon: server.icon ?? null,
    banner: server.banner ?? null,
    isOwner: server.owner,
    permissions: BigInt(server.permissions),
    memberCount: server.approximate_member_count ?? null,
  }));
export type ListedServer = z.output<typeof ListedServer>;

export const Tokens = z
  .object({
    access_token: z.string().min(1),
    refresh_token: z.string().min(1).nullish(),
    expires_in: z.number().positive(),
    scope: z.string().default(''),
    guild: z.object({ id: ServerId }).nullish(),
  })
  .transform((tokens) => ({
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    expiresInSeconds: tokens.expires_in,
    scopes: tokens.scope.split(' ').filter((scope) => scope !== ''),
    /** The server that the bot was added to, if the login was an invite. */
    serverId: tokens.guild?.id ?? null,
  }));
export type Tokens = z.output<typeof Tokens>;
