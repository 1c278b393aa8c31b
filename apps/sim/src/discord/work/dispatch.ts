import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import { isThread } from '../state/state.ts';
import type { Channel, Guild, Member, Message, Role } from '../state/types.ts';
import { channelWire, emojiWire, memberWire, memberWithoutUser, messageWire, roleWire } from '../state/wire.ts';

// Sends changes to the gateway and to the page.

/** Sends one change to the page and to every listening bot in that server. */
export function dispatchGuild(core: Core, guild: Guild, type: string, intent: number, data: unknown): void {
  core.gateway.dispatch({ type, guildId: guild.id, intent, data });
  core.shared.events.publish('discord', type, data);
}

export const dispatchRole = (
  core: Core,
  guild: Guild,
  type: 'GUILD_ROLE_CREATE' | 'GUILD_ROLE_UPDATE',
  role: Role,
): void => dispatchGuild(core, guild, type, Intent.GUILDS, { guild_id: guild.id, role: roleWire(role) });

export function dispatchMember(
  core: Core,
  guild: Guild,
  type: 'GUILD_MEMBER_ADD' | 'GUILD_MEMBER_UPDATE',
  member: Member,
): void {
  const data = { guild_id: guild.id, ...memberWire(member) };
  // A bot always receives changes to itself, with any intents.
  const own = type === 'GUILD_MEMBER_UPDATE' && member.user.bot ? { alwaysTo: member.user.id } : {};
  core.gateway.dispatch({ type, guildId: guild.id, intent: Intent.GUILD_MEMBERS, data, ...own });
  core.shared.events.publish('discord', type, data);
}

export function dispatchEmojis(core: Core, guild: Guild): void {
  const emojis = [...guild.emojis.values()].map((emoji) => emojiWire(core.state, emoji));
  dispatchGuild(core, guild, 'GUILD_EMOJIS_UPDATE', Intent.GUILD_EXPRESSIONS, { guild_id: guild.id, emojis });
}

export function dispatchChannel(
  core: Core,
  channel: Channel,
  what: 'CREATE' | 'UPDATE' | 'DELETE',
  more: object = {},
): void {
  const guild = core.state.guilds.get(channel.guildId ?? '');
  const type = `${isThread(channel) ? 'THREAD' : 'CHANNEL'}_${what}`;
  const data = { ...channelWire(core.state, channel), ...more };
  if (guild) dispatchGuild(core, guild, type, Intent.GUILDS, data);
}

/** The page sees all messages. A bot without MESSAGE_CONTENT sees an empty text, unless the message addresses it. */
export function dispatchMessage(core: Core, message: Message, type: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE'): void {
  const { state, shared, gateway } = core;
  const hasPage = shared.events.hasListeners();
  const isWanted = message.visibleTo === undefined && gateway.isAnybodyConnected();
  if (!hasPage && !isWanted) return;
  const guild = message.guildId === undefined ? undefined : state.guilds.get(message.guildId);
  const member = message.webhook ? undefined : guild?.members.get(message.authorId);
  const data: Record<string, unknown> = {
    ...messageWire(state, message),
    channel_type: state.channels.get(message.channelId)?.type,
    ...(guild ? { guild_id: guild.id } : {}),
    ...(member ? { member: memberWithoutUser(member) } : {}),
  };
  if (isWanted) {
    gateway.dispatch({
      type,
      guildId: message.guildId,
      intent: guild ? Intent.GUILD_MESSAGES : Intent.DIRECT_MESSAGES,
      data,
      channelId: message.channelId,
      content: { authorId: message.authorId, mentionIds: message.mentionIds, without: () => withoutContent(data) },
    });
  }
  if (hasPage) {
    const seen = message.visibleTo === undefined ? {} : { visible_to: message.visibleTo };
    shared.events.publish('discord', type, { ...data, pinged: message.pinged, ...seen });
  }
}

/** https://docs.discord.com/developers/events/gateway#message-content-intent */
export const withoutContent = (wire: Record<string, unknown>): Record<string, unknown> => ({
  ...wire,
  content: '',
  embeds: [],
  attachments: [],
  components: [],
  ...(wire.poll ? { poll: undefined } : {}),
});

export function dispatchInChannel(
  core: Core,
  channel: Channel,
  type: string,
  intents: { guild: number; direct: number },
  data: unknown,
): void {
  core.gateway.dispatch({
    type,
    guildId: channel.guildId,
    channelId: channel.id,
    intent: channel.guildId === undefined ? intents.direct : intents.guild,
    data,
  });
  core.shared.events.publish('discord', type, data);
}
