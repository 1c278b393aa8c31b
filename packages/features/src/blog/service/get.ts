import { AppError, type Ctx } from '@tally/kernel';
import { findPost } from '../store/posts.ts';
import type { PostRow } from '../tables.ts';

export async function requirePost(ctx: Ctx, name: string): Promise<PostRow> {
  const row = await findPost(ctx.db, name);
  if (!row) throw new AppError('notFound');
  return row;
}
