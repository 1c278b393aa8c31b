/**
 * Generates the gateway's events: servers as a busy bot sees them, and events in them. Every client gets the same ones.
 */
export const SHAPE = { channels: 25, roles: 20, members: 50 };
export const BOT_ID = '900000000000000001';
/** The text of the last event of a part. */
export const THE_END = 'that was all';

const at = (kind: number, number: number): string => String(BigInt(kind) * 10n ** 16n + BigInt(number) * 4_194_304n);
export const serverId = (server: number): string => at(80, server);
const roleId = (server: number, role: number): string => (role === 0 ? serverId(server) : at(81, server * 100 + role));
export const channelId = (server: number, channel: number): string => at(82, server * 100 + channel);
const userId = (server: number, member: number): string => (member === 0 ? BOT_ID : at(83, server * 100 + member));

const role = (server: number, index: number) => ({
  id: roleId(server, index),
  name: index === 0 ? '@everyone' : `Role number ${index}`,
  description: null,
  permissions: '2222085186636353',
  position: index,
  color: index * 4000,
  colors: { primary_color: index * 4000, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: index === 1,
  mentionable: index % 3 === 0,
  icon: null,
  unicode_emoji: null,
  flags: 0,
});

const channel = (server: number, index: number) => ({
  id: channelId(server, index),
  type: index % 8 === 0 ? 4 : index % 8 === 7 ? 2 : 0,
  name: `channel-number-${index}`,
  topic: index % 4 === 0 ? 'What is talked about here' : null,
  position: index,
  parent_id: index % 8 === 0 ? null : channelId(server, index - (index % 8)),
  nsfw: false,
  rate_limit_per_user: 0,
  last_message_id: at(84, server),
  flags: 0,
  permission_overwrites: [
    { id: serverId(server), type: 0, allow: '0', deny: index % 5 === 0 ? '2048' : '0' },
    { id: roleId(server, 1 + (index % 10)), type: 0, allow: '3072', deny: '0' },
  ],
});

const user = (server: number, index: number) => ({
  id: userId(server, index),
  username: `person_${server}_${index}`,
  global_name: `Person ${index}`,
  discriminator: '0',
  avatar: 'a_6f2fe4bb3bd5a4ab5ee7b0ac0e9a7e34',
  avatar_decoration_data: null,
  bot: index === 0,
  public_flags: 0,
});

const member = (server: number, index: number) => ({
  user: user(server, index),
  nick: index % 4 === 0 ? `Nick ${index}` : null,
  avatar: null,
  roles: [roleId(server, 1 + (index % 10)), roleId(server, 11 + (index % 9))],
  joined_at: '2026-01-15T12:00:00.000000+00:00',
  premium_since: null,
  deaf: false,
  mute: false,
  pending: false,
  flags: 0,
  communication_disabled_until: null,
});

const listOf = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

export const server = (index: number) => ({
  id: serverId(index),
  name: `A server with the number ${index}`,
  icon: '7f2fe4bb3bd5a4ab5ee7b0ac0e9a7e34',
  splash: null,
  banner: null,
  description: null,
  owner_id: userId(index, 1),
  afk_channel_id: null,
  afk_timeout: 300,
  verification_level: 1,
  default_message_notifications: 1,
  explicit_content_filter: 2,
  features: ['COMMUNITY', 'NEWS'],
  emojis: [],
  stickers: [],
  mfa_level: 0,
  application_id: null,
  system_channel_id: channelId(index, 1),
  system_channel_flags: 0,
  rules_channel_id: null,
  max_members: 500_000,
  vanity_url_code: null,
  premium_tier: 1,
  premium_subscription_count: 3,
  preferred_locale: 'en-US',
  public_updates_channel_id: null,
  nsfw_level: 0,
  premium_progress_bar_enabled: false,
  joined_at: '2026-01-15T12:00:00.000000+00:00',
  large: false,
  unavailable: false,
  member_count: SHAPE.members,
  voice_states: [],
  threads: [],
  presences: [],
  stage_instances: [],
  guild_scheduled_events: [],
  soundboard_sounds: [],
  members: listOf(SHAPE.members, (each) => member(index, each)),
  channels: listOf(SHAPE.channels, (each) => channel(index, each)),
  roles: listOf(SHAPE.roles, (each) => role(index, each)),
});

export const message = (index: number, servers: number, content: string) => {
  const place = index % servers;
  const author = 1 + (index % (SHAPE.members - 1));
  return {
    id: at(85, index + 1),
    channel_id: channelId(place, 1 + (index % 6)),
    guild_id: serverId(place),
    type: 0,
    content,
    author: user(place, author),
    member: { ...member(place, author), user: undefined },
    timestamp: '2026-11-20T12:00:00.000000+00:00',
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    flags: 0,
    components: [],
    nonce: String(index),
  };
};

/** Returns the event for an index. The mix is mostly messages, joins and leaves. */
export function happening(index: number, servers: number): { readonly t: string; readonly d: unknown } {
  const place = (index * 7919) % servers;
  const who = 1 + (index % (SHAPE.members - 1));
  const guild_id = serverId(place);
  const part = index % 100;
  if (part < 45)
    return { t: 'MESSAGE_CREATE', d: message(index, servers, `Message ${index}: nobody has asked for it`) };
  if (part < 70) {
    const activities = part % 2 === 0 ? [] : [{ type: 0, name: 'A game', id: 'abc', created_at: 1 }];
    const client_status = { desktop: 'online' };
    return {
      t: 'PRESENCE_UPDATE',
      d: { user: { id: userId(place, who) }, guild_id, status: 'online', activities, client_status },
    };
  }
  if (part < 82) {
    const emoji = { id: null, name: '⭐' };
    const d = {
      user_id: userId(place, who),
      channel_id: channelId(place, 1),
      message_id: at(85, index),
      guild_id,
      emoji,
    };
    return {
      t: 'MESSAGE_REACTION_ADD',
      d: { ...d, member: member(place, who), message_author_id: userId(place, 2), burst: false, type: 0 },
    };
  }
  if (part < 88) {
    const d = { channel_id: channelId(place, 1), guild_id, user_id: userId(place, who), timestamp: 1_790_000_000 };
    return { t: 'TYPING_START', d: { ...d, member: member(place, who) } };
  }
  if (part < 94) return { t: 'GUILD_MEMBER_UPDATE', d: { ...member(place, who), guild_id } };
  if (part < 96) return { t: 'MESSAGE_DELETE', d: { id: at(85, index), channel_id: channelId(place, 1), guild_id } };
  if (part < 98) return { t: 'CHANNEL_UPDATE', d: { ...channel(place, 1 + (index % 6)), guild_id } };
  if (part < 99) return { t: 'GUILD_ROLE_UPDATE', d: { guild_id, role: role(place, 2 + (index % 9)) } };
  return { t: 'GUILD_MEMBER_ADD', d: { ...member(place, who), guild_id } };
}
