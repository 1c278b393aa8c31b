import { isThread, type State } from '../state/state.ts';
import type { Channel, Guild, Member, Overwrite } from '../state/types.ts';

// Written only from https://docs.discord.com/developers/topics/permissions and deliberately not shared with the server:
// if two readings of the same page disagree, a test fails.
export const Bit = {
  CREATE_INSTANT_INVITE: 1n << 0n,
  KICK_MEMBERS: 1n << 1n,
  BAN_MEMBERS: 1n << 2n,
  ADMINISTRATOR: 1n << 3n,
  MANAGE_CHANNELS: 1n << 4n,
  MANAGE_GUILD: 1n << 5n,
  ADD_REACTIONS: 1n << 6n,
  VIEW_AUDIT_LOG: 1n << 7n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  MANAGE_MESSAGES: 1n << 13n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
  MENTION_EVERYONE: 1n << 17n,
  USE_EXTERNAL_EMOJIS: 1n << 18n,
  CONNECT: 1n << 20n,
  MUTE_MEMBERS: 1n << 22n,
  MOVE_MEMBERS: 1n << 24n,
  CHANGE_NICKNAME: 1n << 26n,
  MANAGE_NICKNAMES: 1n << 27n,
  MANAGE_ROLES: 1n << 28n,
  MANAGE_WEBHOOKS: 1n << 29n,
  MANAGE_GUILD_EXPRESSIONS: 1n << 30n,
  USE_APPLICATION_COMMANDS: 1n << 31n,
  MANAGE_EVENTS: 1n << 33n,
  MANAGE_THREADS: 1n << 34n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  CREATE_PRIVATE_THREADS: 1n << 36n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
  MODERATE_MEMBERS: 1n << 40n,
  CREATE_GUILD_EXPRESSIONS: 1n << 43n,
  CREATE_EVENTS: 1n << 44n,
  PIN_MESSAGES: 1n << 51n,
  BYPASS_SLOWMODE: 1n << 52n,
} as const;
export type BitName = keyof typeof Bit;

export const ALL_PERMISSIONS = (1n << 53n) - 1n;

/** A member who cannot write in a text channel loses these permissions, too. */
const NEEDS_SEND = Bit.EMBED_LINKS | Bit.ATTACH_FILES | Bit.MENTION_EVERYONE;

export function guildPermissions(guild: Guild, member: Member): bigint {
  if (guild.owner_id === member.user.id) return ALL_PERMISSIONS;
  let granted = BigInt(guild.roles.get(guild.id)?.permissions ?? '0');
  for (const id of member.roles) {
    const role = guild.roles.get(id);
    if (role) granted |= BigInt(role.permissions);
  }
  return (granted & Bit.ADMINISTRATOR) !== 0n ? ALL_PERMISSIONS : granted;
}

export function channelPermissions(state: State, options: { guild: Guild; channel: Channel; member: Member }): bigint {
  const { guild, member } = options;
  const base = guildPermissions(guild, member);
  if (base === ALL_PERMISSIONS) return base;
  // A thread uses its parent's overwrites.
  const channel = isThread(options.channel)
    ? (state.channels.get(options.channel.parent_id ?? '') ?? options.channel)
    : options.channel;
  const allowed = applyOverwrites(base, channel.permission_overwrites, { guildId: guild.id, member });
  if ((allowed & Bit.VIEW_CHANNEL) === 0n) return 0n;
  const send = isThread(options.channel) ? Bit.SEND_MESSAGES_IN_THREADS : Bit.SEND_MESSAGES;
  return (allowed & send) === 0n ? allowed & ~NEEDS_SEND : allowed;
}

function applyOverwrites(
  base: bigint,
  overwrites: readonly Overwrite[],
  who: { guildId: string; member: Member },
): bigint {
  let everyone: Overwrite | undefined;
  let own: Overwrite | undefined;
  let roleAllow = 0n;
  let roleDeny = 0n;
  for (const overwrite of overwrites) {
    if (overwrite.id === who.guildId) everyone = overwrite;
    else if (overwrite.type === 1) own = overwrite.id === who.member.user.id ? overwrite : own;
    else if (who.member.roles.includes(overwrite.id)) {
      roleAllow |= BigInt(overwrite.allow);
      roleDeny |= BigInt(overwrite.deny);
    }
  }
  let result = base;
  if (everyone) result = (result & ~BigInt(everyone.deny)) | BigInt(everyone.allow);
  result = (result & ~roleDeny) | roleAllow;
  if (own) result = (result & ~BigInt(own.deny)) | BigInt(own.allow);
  return result;
}

/** Returns a person's permissions in a channel: all in a direct message, none for a non-member. */
export function permissionsOf(
  state: State,
  asked: { guild: Guild | undefined; channel: Channel; userId: string },
): bigint {
  const member = asked.guild?.members.get(asked.userId);
  if (!asked.guild || !member) return asked.guild ? 0n : ALL_PERMISSIONS;
  return channelPermissions(state, { guild: asked.guild, channel: asked.channel, member });
}

export function compareRoles(one: { id: string; position: number }, other: { id: string; position: number }): number {
  if (one.position !== other.position) return one.position - other.position;
  const [first, second] = [BigInt(one.id), BigInt(other.id)];
  return first === second ? 0 : first < second ? 1 : -1;
}

/** True if this member can assign, remove, edit or delete this role, which must be below their highest role. */
export function ranksAbove(guild: Guild, member: Member, role: { id: string; position: number }): boolean {
  if (guild.owner_id === member.user.id) return true;
  return member.roles.some((id) => {
    const own = guild.roles.get(id);
    return own !== undefined && compareRoles(own, role) > 0;
  });
}

/** True if this member can act on the other one (nickname, kick). The owner is above all others. */
export function ranksAboveMember(guild: Guild, member: Member, other: Member): boolean {
  if (guild.owner_id === other.user.id) return false;
  if (guild.owner_id === member.user.id) return true;
  const everyone = guild.roles.get(guild.id) ?? { id: guild.id, position: 0 };
  const highest = other.roles
    .flatMap((id) => guild.roles.get(id) ?? [])
    .reduce<{ id: string; position: number }>((top, role) => (compareRoles(role, top) > 0 ? role : top), everyone);
  return ranksAbove(guild, member, highest);
}
