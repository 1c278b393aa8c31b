import type { ChannelId, MessageId, ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { isEmojiOf } from './match.ts';
import { knownBoards, peekServers } from './service/boards.ts';
import { boardChannelDeleted, messagesDeleted } from './service/gone.ts';
import { lookSoon } from './service/queue-look.ts';
import { listOfOriginals } from './store/posts.ts';

interface MessageKey {
  readonly serverId: ServerId | null;
  readonly channelId: ChannelId;
  readonly messageId: MessageId;
}

/** An event only reports a change, so we ask Discord for the number of stars. */
async function reacted(ctx: Ctx, place: MessageKey & { emoji: Parameters<typeof isEmojiOf>[1] }): Promise<void> {
  const { serverId, channelId, messageId, emoji } = place;
  if (!serverId) return;
  const boards = await knownBoards(ctx, serverId);
  const counts = boards.some((board) => board.channelId !== channelId && isEmojiOf(board.settings, emoji));
  if (counts) await lookSoon(ctx, { serverId, channelId, messageId });
}

/** Handles changed messages that are on a board. */
async function changed(ctx: Ctx, { serverId, channelId, messageId }: MessageKey): Promise<void> {
  if (!serverId || (await knownBoards(ctx, serverId)).length === 0) return;
  const posts = await listOfOriginals(ctx.db, [messageId]);
  if (posts.some((post) => post.deliveryKey)) await lookSoon(ctx, { serverId, channelId, messageId });
}

async function deleted(ctx: Ctx, serverId: ServerId | null, messageIds: readonly MessageId[]): Promise<void> {
  if (!serverId || (await knownBoards(ctx, serverId)).length === 0) return;
  await messagesDeleted(ctx, messageIds);
}

/** Most servers have no board, so we ignore their events. */
const only = { servers: peekServers };

export const gateway = [
  on('reactionAdded', reacted, only),
  on('reactionRemoved', reacted, only),
  on('reactionsCleared', changed, only),
  on('emojiCleared', changed, only),
  on('messageChanged', changed, only),
  on('messageDeleted', async (ctx, { serverId, messageId }) => await deleted(ctx, serverId, [messageId]), only),
  on('messagesDeleted', async (ctx, { serverId, messageIds }) => await deleted(ctx, serverId, messageIds)),
  on('channelDeleted', async (ctx, { serverId, id }) => {
    if (serverId) await boardChannelDeleted(ctx, serverId, id);
  }),
];
