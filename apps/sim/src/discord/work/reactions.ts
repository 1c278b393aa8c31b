import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import { ApiError } from '../rules/errors.ts';
import type { Channel, Message, Reaction } from '../state/types.ts';
import { memberWire } from '../state/wire.ts';
import { dispatchInChannel } from './dispatch.ts';

type ReactionEmoji = Reaction['emoji'];

const MOST_KINDS = 20;
const INTENTS = { guild: Intent.GUILD_MESSAGE_REACTIONS, direct: Intent.DIRECT_MESSAGE_REACTIONS };
const PICTOGRAM = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\u{fe0f}?\u{20e3}/u;

/** Reads `👍`, or `name:id` of an emoji of some server. */
export function readEmoji(core: Core, text: string): ReactionEmoji {
  const custom = /^(?:a:)?(\w{2,32}):(\d+)$/.exec(text);
  if (custom) {
    const id = custom[2] ?? '';
    for (const guild of core.state.guilds.values()) {
      const emoji = guild.emojis.get(id);
      if (emoji) return { id, name: emoji.name, ...(emoji.animated ? { animated: true } : {}) };
    }
    throw new ApiError(10014);
  }
  if (!PICTOGRAM.test(text) || text.length > 24) throw new ApiError(10014);
  return { id: null, name: text };
}

const isSame = (one: ReactionEmoji, other: ReactionEmoji): boolean =>
  one.id === null ? other.id === null && one.name === other.name : one.id === other.id;

export const findReaction = (message: Message, emoji: ReactionEmoji): Reaction | undefined =>
  message.reactions.find((reaction) => isSame(reaction.emoji, emoji));

const channelOf = (core: Core, message: Message): Channel => {
  const channel = core.state.channels.get(message.channelId);
  if (!channel) throw new ApiError(10003);
  return channel;
};

const place = (message: Message) => ({
  channel_id: message.channelId,
  message_id: message.id,
  ...(message.guildId ? { guild_id: message.guildId } : {}),
});

export function addReaction(core: Core, given: { message: Message; userId: string; emoji: ReactionEmoji }): void {
  const { message, userId, emoji } = given;
  let reaction = findReaction(message, emoji);
  if (!reaction) {
    if (message.reactions.length >= MOST_KINDS) throw new ApiError(30010);
    reaction = { emoji, users: new Set() };
    message.reactions.push(reaction);
  }
  if (reaction.users.has(userId)) return;
  reaction.users.add(userId);
  const member = core.state.guilds.get(message.guildId ?? '')?.members.get(userId);
  dispatchInChannel(core, channelOf(core, message), 'MESSAGE_REACTION_ADD', INTENTS, {
    user_id: userId,
    ...place(message),
    emoji: reaction.emoji,
    message_author_id: message.authorId,
    burst: false,
    type: 0,
    ...(member ? { member: memberWire(member) } : {}),
  });
}

export function removeReaction(core: Core, given: { message: Message; userId: string; emoji: ReactionEmoji }): void {
  const { message, userId, emoji } = given;
  const reaction = findReaction(message, emoji);
  if (!reaction?.users.delete(userId)) return;
  if (reaction.users.size === 0) message.reactions = message.reactions.filter((other) => other !== reaction);
  const data = { user_id: userId, ...place(message), emoji: reaction.emoji, burst: false, type: 0 };
  dispatchInChannel(core, channelOf(core, message), 'MESSAGE_REACTION_REMOVE', INTENTS, data);
}

export function clearReactions(core: Core, message: Message, emoji?: ReactionEmoji): void {
  if (emoji) {
    message.reactions = message.reactions.filter((reaction) => !isSame(reaction.emoji, emoji));
    dispatchInChannel(core, channelOf(core, message), 'MESSAGE_REACTION_REMOVE_EMOJI', INTENTS, {
      ...place(message),
      emoji,
    });
    return;
  }
  message.reactions = [];
  dispatchInChannel(core, channelOf(core, message), 'MESSAGE_REACTION_REMOVE_ALL', INTENTS, place(message));
}
