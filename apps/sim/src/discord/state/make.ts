import type { State } from './state.ts';
import type { Channel, Guild, Member, Role, User } from './types.ts';

/** The permissions that Discord grants to @everyone in a new server. */
export const EVERYONE_PERMISSIONS = '2248473465835073';

export function makeUser(state: State, given: Partial<User> & { username: string }): User {
  const user: User = {
    id: given.id ?? state.ids.next(),
    global_name: null,
    avatar: null,
    banner: null,
    discriminator: given.bot ? '0001' : '0',
    bot: false,
    email: given.bot ? null : `${given.username}@example.test`,
    locale: 'en-US',
    public_flags: 0,
    isDemo: false,
    status: 'online',
    activities: [],
    dmsClosed: false,
    ...given,
  };
  state.users.set(user.id, user);
  return user;
}

export function makeRole(guild: Guild, given: Partial<Role> & { id: string; name: string }): Role {
  const role: Role = {
    color: 0,
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: guild.roles.size,
    permissions: '0',
    managed: false,
    mentionable: false,
    flags: 0,
    ...given,
  };
  guild.roles.set(role.id, role);
  return role;
}

export function makeGuild(state: State, given: Partial<Guild> & { name: string; owner_id: string }): Guild {
  const guild: Guild = {
    id: given.id ?? state.ids.next(),
    icon: null,
    banner: null,
    splash: null,
    description: null,
    features: [],
    preferred_locale: 'en-US',
    premium_tier: 0,
    premium_subscription_count: 0,
    system_channel_id: null,
    verification_level: 1,
    unavailable: false,
    extraMembers: 0,
    ...given,
    roles: new Map(),
    channels: new Map(),
    threads: new Map(),
    members: new Map(),
    emojis: new Map(),
    stickers: new Map(),
    events: new Map(),
    bans: new Map(),
  };
  makeRole(guild, { id: guild.id, name: '@everyone', permissions: EVERYONE_PERMISSIONS, position: 0 });
  state.guilds.set(guild.id, guild);
  return guild;
}

export function makeChannel(
  state: State,
  guildId: string | undefined,
  given: Partial<Channel> & { name: string },
): Channel {
  const guild = guildId === undefined ? undefined : state.guilds.get(guildId);
  const channel: Channel = {
    id: given.id ?? state.ids.next(),
    type: 0,
    guildId,
    topic: null,
    position: guild?.channels.size ?? 0,
    parent_id: null,
    nsfw: false,
    rate_limit_per_user: 0,
    permission_overwrites: [],
    last_message_id: null,
    last_pin_timestamp: null,
    message_count: 0,
    total_message_sent: 0,
    threadMembers: new Set(),
    recipients: [],
    messages: new Map(),
    order: [],
    ...given,
  };
  state.channels.set(channel.id, channel);
  const isThread = channel.type >= 10 && channel.type <= 12;
  if (guild) (isThread ? guild.threads : guild.channels).set(channel.id, channel);
  if (guildId === undefined) state.dms.set(channel.id, channel);
  return channel;
}

export function makeMember(state: State, guild: Guild, user: User, given: Partial<Member> = {}): Member {
  const member: Member = {
    user,
    nick: null,
    avatar: null,
    banner: null,
    bio: '',
    roles: [],
    joined_at: state.clock.now().toISOString(),
    premium_since: null,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
    ...given,
  };
  guild.members.set(user.id, member);
  return member;
}

/** Adds a bot with its own role, which has the requested permissions and cannot be given to others. */
export function addBot(
  state: State,
  options: { guild: Guild; user: User; permissions: string; roleId?: string; position?: number },
): Member {
  const { guild, user, permissions, roleId = state.ids.next(), position = 1 } = options;
  const existing = guild.members.get(user.id);
  if (existing) return existing;
  const role = makeRole(guild, {
    id: roleId,
    name: user.username,
    permissions,
    managed: true,
    position,
    tags: { bot_id: user.id },
  });
  for (const other of guild.roles.values()) if (other !== role && other.position >= position) other.position++;
  return makeMember(state, guild, user, { roles: [role.id] });
}
