import type { ChannelId } from '@tally/contract';
import { type Answer, privately, type SlashCall, serverOf } from '@tally/discord/interactions';
import type { Message } from '@tally/discord/rest';
import { type Ctx, say, UpstreamError } from '@tally/kernel';
import { type EmbedPayload, noMentions } from '@tally/message/discord';
import { findDelivery } from '@tally/pipeline/delivery';
import { channelsSeenBy, channelsSeenByAll } from '../../places/index.ts';
import { emojiText } from '../match.ts';
import { jumpLink, STAR_YELLOW } from '../render.ts';
import { listBoards } from '../store/boards.ts';
import { countStandingOn, findNth } from '../store/posts.ts';

/**
 * `/starboard random` shows a starred message with its text, from a board that the person can see. If others cannot see
 * that board, the answer is private.
 */
export async function random(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const [boards, isSeen, isSeenByAll] = await Promise.all([
    listBoards(ctx.db, serverId),
    channelsSeenBy(ctx, serverId, call),
    channelsSeenByAll(ctx, serverId),
  ]);
  const shown = boards.filter(({ channelId }) => isSeen(channelId));
  const ids = shown.map(({ id }) => id);
  const count = await countStandingOn(ctx.db, ids);
  const post = count > 0 ? await findNth(ctx.db, ids, ctx.random.int(count)) : null;
  const board = shown.find(({ id }) => id === post?.boardId);
  if (!post?.messageId || !board) return privately(say(ctx.locale, 'starboard.empty'));
  // The channel of the post. After a move it may differ from the board's channel.
  const place = (post.deliveryKey && (await findDelivery(ctx.db, post.deliveryKey))?.channelId) || board.channelId;
  const card = isSeen(place) ? await readCard(ctx, place, post.messageId) : null;
  const link = (label: string, url: string) => ({ type: 2 as const, style: 5 as const, label, url });
  return {
    kind: 'message',
    isPrivate: !isSeenByAll(place),
    payload: {
      content: `${emojiText(board.settings)} **${post.currentStars}** · <@${post.authorId}> · <#${post.originalChannelId}>`,
      ...(card ? { embeds: [card] } : {}),
      components: [
        {
          type: 1,
          components: [
            link(say(ctx.locale, 'starboard.onBoard'), jumpLink(serverId, place, post.messageId)),
            link(say(ctx.locale, 'starboard.jump'), jumpLink(serverId, post.originalChannelId, post.originalMessageId)),
          ],
        },
      ],
      allowed_mentions: noMentions,
    },
  };
}

/** Reads the card on the board. It is our own message, so Discord shows us its text. Null if it was deleted. */
async function readCard(ctx: Ctx, channelId: ChannelId, messageId: Message['id']): Promise<EmbedPayload | null> {
  try {
    const { embeds } = await ctx.discord.messages.get({ channelId, messageId });
    return embeds[0] ? cardOf(embeds[0]) : null;
  } catch (error) {
    if (error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied')) return null;
    throw error;
  }
}

const cardOf = ({ author, description, image, fields = [] }: Message['embeds'][number]): EmbedPayload => ({
  color: STAR_YELLOW,
  ...(author?.name ? { author: { name: author.name } } : {}),
  ...(description ? { description } : {}),
  ...(image?.url ? { image: { url: image.url } } : {}),
  ...(fields.length > 0
    ? { fields: fields.map(({ name = '…', value = '…' }) => ({ name, value, inline: false })) }
    : {}),
});
