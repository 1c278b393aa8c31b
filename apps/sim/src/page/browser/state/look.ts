/** Selectors on the state. */
import type { AppState } from './store.ts';
import type { Channel, DiscordState, Guild, Member, Role, User } from './wire.ts';

export const discordOf = (state: AppState): DiscordState | undefined => state.sim?.worlds.discord;

export const guildOf = (state: AppState): Guild | undefined =>
  discordOf(state)?.guilds.find((guild) => guild.id === state.guildId);

export const allChannels = (guild: Guild): readonly Channel[] => [...guild.channels, ...(guild.threads ?? [])];

export const channelOf = (state: AppState): Channel | undefined => {
  const guild = guildOf(state);
  const inGuild = guild && allChannels(guild).find((channel) => channel.id === state.channelId);
  return inGuild ?? discordOf(state)?.dms.find((channel) => channel.id === state.channelId);
};

export const isThread = (channel: Channel): boolean => channel.type >= 10 && channel.type <= 12;
export const isTextual = (channel: Channel): boolean => channel.type === 0 || channel.type === 5 || isThread(channel);

export const findMember = (guild: Guild | undefined, userId: string): Member | undefined =>
  guild?.members.find((member) => member.user.id === userId);

export const findUser = (discord: DiscordState | undefined, userId: string): User | undefined =>
  discord?.users.find((user) => user.id === userId);

export const nameOfUser = (user: User): string => user.global_name || user.username;

export const nameOf = (guild: Guild | undefined, user: User): string =>
  findMember(guild, user.id)?.nick || nameOfUser(user);

export const rolesOf = (guild: Guild, member: Member): readonly Role[] =>
  guild.roles.filter((role) => member.roles.includes(role.id)).sort((left, right) => right.position - left.position);

/** Returns the color of a person's name in this server, or null without a colored role. */
export function colourOf(guild: Guild | undefined, userId: string): string | null {
  const member = findMember(guild, userId);
  const role = guild && member ? rolesOf(guild, member).find((one) => one.color !== 0) : undefined;
  return role ? hexColour(role.color) : null;
}

export const hexColour = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;

/** Returns true if a message notifies the acting person. */
export function isPinged(
  guild: Guild | undefined,
  userId: string | null,
  pinged: { everyone: boolean; roles: readonly string[]; users: readonly string[] } | undefined,
): boolean {
  if (!pinged || userId === null) return false;
  const member = findMember(guild, userId);
  return (
    pinged.users.includes(userId) ||
    (member !== undefined && (pinged.everyone || member.roles.some((id) => pinged.roles.includes(id))))
  );
}

export const avatarOf = (user: User): string => {
  if (user.avatar?.startsWith('http')) return user.avatar;
  // The default picture: https://docs.discord.com/developers/reference#image-formatting
  if (!user.avatar) return `/discord/cdn/embed/avatars/${(BigInt(user.id) >> 22n) % 6n}.png`;
  return `/discord/cdn/avatars/${user.id}/${user.avatar}.png`;
};

/** Only pictures from this machine are loaded, because no outside host is ever called. */
export function isNear(address: string): boolean {
  if (!URL.canParse(address, location.href)) return false;
  const url = new URL(address, location.href);
  return (
    url.protocol === 'data:' ||
    url.origin === location.origin ||
    (url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname))
  );
}
