import type { ChannelId, MessageId, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { forgetDeliveries, listKeysIn } from '@tally/pipeline/delivery';
import { report } from '../../error-logs/index.ts';
import { listBoards, pauseBoard } from '../store/boards.ts';
import { changePost, dropStanding, listOfMessages, listOfOriginals, lockPosts } from '../store/posts.ts';
import { forgetKnown } from './boards.ts';
import { deletePost, OWNER } from './post.ts';

/** Removes the posts whose originals were deleted. */
export async function originalsDeleted(ctx: Ctx, messageIds: readonly MessageId[]): Promise<void> {
  const known = (await listOfOriginals(ctx.db, messageIds)).filter((post) => post.deliveryKey);
  if (known.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    const posts = await lockPosts(
      tx,
      known.map((post) => post.id),
    );
    for (const post of posts) await deletePost(ctx, tx, post, { currentStars: 0 });
  });
}

/** A moderator deleted these posts, so they must not come back. */
async function postsDeleted(ctx: Ctx, messageIds: readonly MessageId[]): Promise<void> {
  const known = await listOfMessages(ctx.db, messageIds);
  if (known.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    const posts = await lockPosts(
      tx,
      known.map((post) => post.id),
    );
    for (const post of posts) {
      // If we removed the post ourselves, this event only confirms that.
      if (post.messageId) await deletePost(ctx, tx, post, { isTrashed: true });
    }
  });
}

/** Handles deleted messages, which may be originals or posts. */
export async function messagesDeleted(ctx: Ctx, messageIds: readonly MessageId[]): Promise<void> {
  await originalsDeleted(ctx, messageIds);
  await postsDeleted(ctx, messageIds);
}

export type Trashed = 'trashed' | 'already' | 'unknown';

/** Bans a message from every board. The id may be that of the original or of our post. */
export async function trash(ctx: Ctx, serverId: ServerId, messageId: MessageId): Promise<Trashed> {
  const [ofMessage, ofOriginal] = await Promise.all([
    listOfMessages(ctx.db, [messageId]),
    listOfOriginals(ctx.db, [messageId]),
  ]);
  const known = [...ofMessage, ...ofOriginal].filter((post) => post.serverId === serverId);
  if (known.length === 0) return 'unknown';
  if (known.every((post) => post.isTrashed)) return 'already';
  await ctx.db.transaction(async (tx) => {
    const posts = await lockPosts(
      tx,
      known.map((post) => post.id),
    );
    for (const post of posts) {
      if (post.deliveryKey) await deletePost(ctx, tx, post, { isTrashed: true });
      else await changePost(tx, post.id, { isTrashed: true });
    }
  });
  return 'trashed';
}

export async function boardChannelDeleted(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<void> {
  const boards = await listBoards(ctx.db, serverId);
  if (boards.length === 0) return;
  // Includes the posts that an earlier move of a board left behind.
  await forgetStandingIn(ctx, serverId, channelId);
  const board = boards.find((each) => each.channelId === channelId);
  if (!board || board.pausedBy === 'channelGone') return;
  await pauseBoard(ctx.db, board.id, 'channelGone');
  await forgetKnown(ctx, serverId);
  await report(ctx, serverId, {
    reason: 'unknownChannel',
    details: { what: { say: 'starboard.what' } },
    action: { kind: 'chooseChannel', path: '/starboard', targetId: channelId },
  });
}

/** The posts were deleted with the channel. More stars may post the messages in the board's next channel. */
async function forgetStandingIn(ctx: Ctx, serverId: ServerId, channelId: ChannelId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const keys = await listKeysIn(tx, { owner: OWNER, serverId, channelId });
    if (keys.length === 0) return;
    await dropStanding(tx, keys);
    await forgetDeliveries(tx, keys);
  });
}
