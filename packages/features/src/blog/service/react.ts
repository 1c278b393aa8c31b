import type { BlogReaction } from '@tally/contract';
import { AppError, type Ctx, requireUser } from '@tally/kernel';
import { isRead } from '../match.ts';
import { deleteReaction, saveReaction } from '../store/readers.ts';
import { requirePost } from './get.ts';

/** Each person has one reaction per post, so a new one replaces it. */
export async function reactToBlog(ctx: Ctx, name: string, reaction: BlogReaction | null): Promise<void> {
  const { userId } = requireUser(ctx);
  const post = await requirePost(ctx, name);
  const now = ctx.clock.now();
  if (!isRead(post, now)) throw new AppError('notFound');
  if (reaction === null) await deleteReaction(ctx.db, post.id, userId);
  else await saveReaction(ctx.db, { postId: post.id, userId, reaction, reactedAt: now });
}
