import type { UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { jumpLink } from '../render.ts';
import { deletePosts, listOfAuthor, lockPosts } from '../store/posts.ts';
import { deletePost } from './post.ts';

/** Removes a person's messages from boards at their request. */
export async function forgetAuthor(ctx: Ctx, userId: UserId): Promise<void> {
  const ids = (await listOfAuthor(ctx.db, userId)).map((post) => post.id);
  if (ids.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    for (const post of await lockPosts(tx, ids)) await deletePost(ctx, tx, post);
    await deletePosts(tx, ids);
  });
}

export async function exportAuthor(ctx: Ctx, userId: UserId): Promise<Readonly<Record<string, unknown>>> {
  const posts = await listOfAuthor(ctx.db, userId);
  return {
    starredMessages: posts.map((post) => ({
      serverId: post.serverId,
      message: jumpLink(post.serverId, post.originalChannelId, post.originalMessageId),
      stars: post.currentStars,
      since: post.starredAt,
      isTrashed: post.isTrashed,
    })),
  };
}
