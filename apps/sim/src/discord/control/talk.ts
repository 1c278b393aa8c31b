import { z } from 'zod';
import { type Control, ControlError } from '../../world.ts';
import type { Core } from '../discord.ts';
import { Bit, channelPermissions } from '../rules/permissions.ts';
import type { Channel, Message, User } from '../state/types.ts';
import { messageWire } from '../state/wire.ts';
import { unfurl } from '../unfurl/unfurl.ts';
import { createMessage, deleteMessages, editMessage } from '../work/messages.ts';
import { addReaction, readEmoji, removeReaction } from '../work/reactions.ts';
import { dispatchTyping } from '../work/typing.ts';
import { action, channelOf, Id, messageOf, userOf } from './ask.ts';

const Say = z.object({
  channel_id: Id,
  user_id: Id,
  content: z.string().max(4000).default(''),
  embeds: z.array(z.record(z.string(), z.unknown())).max(10).default([]),
  reply_to: Id.optional(),
});
const React = z.object({ channel_id: Id, message_id: Id, user_id: Id, emoji: z.string().min(1) });
const Which = z.object({ channel_id: Id, message_id: Id });

const FLOOD_SLICE = 200;

/** The actions of a person in a chat. */
export const talkControls = (core: Core): Record<string, Control> => ({
  messages: action(
    z.object({ channel_id: Id, limit: z.number().int().min(1).max(1000).default(50), before: Id.optional() }),
    (asked) => {
      const channel = channelOf(core, asked.channel_id);
      const { before } = asked;
      const ids = before ? channel.order.filter((id) => BigInt(id) < BigInt(before)) : channel.order;
      const chosen = ids.slice(-asked.limit).toReversed();
      return {
        messages: chosen.flatMap((id) => channel.messages.get(id) ?? []).map((message) => shown(core, message)),
      };
    },
  ),
  say: action(Say, (said) => {
    const channel = channelOf(core, said.channel_id);
    const user = userOf(core, said.user_id);
    const permissions = mustSee(core, channel, user, 'SEND_MESSAGES');
    const message = createMessage(core, {
      channel,
      authorId: user.id,
      draft: said,
      mayMentionEveryone: (permissions & Bit.MENTION_EVERYONE) !== 0n,
      reference: said.reply_to
        ? {
            type: 0,
            message_id: said.reply_to,
            channel_id: channel.id,
            ...(channel.guildId ? { guild_id: channel.guildId } : {}),
          }
        : undefined,
    });
    return shown(core, message);
  }),
  edit: action(Which.extend({ content: z.string().max(4000) }), (asked) =>
    shown(
      core,
      editMessage(core, messageOf(core, asked.channel_id, asked.message_id), { draft: { content: asked.content } }),
    ),
  ),
  delete: action(Which, (asked) => {
    messageOf(core, asked.channel_id, asked.message_id);
    deleteMessages(core, channelOf(core, asked.channel_id), [asked.message_id]);
    return {};
  }),
  // Shows the card below a link, without a message.
  unfurl: action(z.object({ url: z.url() }), async ({ url }) => ({ embed: await unfurl(url) })),
  react: action(React, (asked) => {
    const channel = channelOf(core, asked.channel_id);
    mustSee(core, channel, userOf(core, asked.user_id), 'ADD_REACTIONS');
    addReaction(core, {
      message: messageOf(core, asked.channel_id, asked.message_id),
      userId: asked.user_id,
      emoji: readEmoji(core, asked.emoji),
    });
    return {};
  }),
  unreact: action(React, (asked) => {
    const message = messageOf(core, asked.channel_id, asked.message_id);
    removeReaction(core, { message, userId: asked.user_id, emoji: readEmoji(core, asked.emoji) });
    return {};
  }),
  // For benches: posts this many messages of one person, in slices, so sockets are served in between.
  flood: action(
    z.object({ channel_id: Id, user_id: Id.optional(), count: z.number().int().min(1).max(1_000_000) }),
    async (asked) => {
      const channel = channelOf(core, asked.channel_id);
      const authorId = asked.user_id ?? core.state.demoUserId ?? '';
      for (let sent = 0; sent < asked.count; sent += FLOOD_SLICE) {
        const slice = Math.min(FLOOD_SLICE, asked.count - sent);
        for (let index = 0; index < slice; index++)
          createMessage(core, { channel, authorId, draft: { content: `message ${sent + index}` } });
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { count: asked.count };
    },
  ),
  typing: action(z.object({ channel_id: Id, user_id: Id }), (asked) => {
    const channel = channelOf(core, asked.channel_id);
    dispatchTyping(core, channel, userOf(core, asked.user_id));
    return {};
  }),
});

/** Returns a message for the page, with all its pings and earlier versions. */
export const shown = (core: Core, message: Message): Record<string, unknown> => ({
  ...messageWire(core.state, message),
  ...(message.guildId ? { guild_id: message.guildId } : {}),
  // Discord only counts reactions, but the page shows who reacted.
  ...(message.reactions.length > 0
    ? {
        reactions: message.reactions.map(({ emoji, users }) => ({ emoji, count: users.size, users: [...users] })),
      }
    : {}),
  pinged: message.pinged,
  history: message.history,
  ...(message.visibleTo === undefined ? {} : { visible_to: message.visibleTo }),
});

/** People can do in a channel only what the server allows. */
export function mustSee(
  core: Core,
  channel: Channel,
  user: User,
  needed: 'SEND_MESSAGES' | 'ADD_REACTIONS' | 'VIEW_CHANNEL',
): bigint {
  const guild = core.state.guilds.get(channel.guildId ?? '');
  if (!guild) {
    if (!channel.recipients.includes(user.id))
      throw new ControlError(403, 'Not one of the people of this conversation');
    return ~0n;
  }
  const member = guild.members.get(user.id);
  if (!member) throw new ControlError(403, 'Not a member of this server');
  // A member who has not accepted the rules can only read.
  if (member.pending && needed !== 'VIEW_CHANNEL')
    throw new ControlError(403, 'This person has not accepted the rules of the server yet');
  const permissions = channelPermissions(core.state, { guild, channel, member });
  if ((permissions & Bit.VIEW_CHANNEL) === 0n || (permissions & Bit[needed]) === 0n) {
    throw new ControlError(403, `${user.username} may not do this in #${channel.name} (${needed})`);
  }
  return permissions;
}
