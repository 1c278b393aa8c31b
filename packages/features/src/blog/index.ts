import type { UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { openPaths, routes } from './routes.ts';
import { fileUses } from './service/read.ts';
import { listTitled } from './store/posts.ts';
import { deleteReactionsOf, listReactionsOf } from './store/readers.ts';
import { forgetSaver } from './store/revisions.ts';

export const blog = defineFeature({
  name: 'blog',
  routes,
  openPaths,
  jobs,
  forgetUser,
  exportUser,
  staff: {
    fileUses,
    async search(ctx, words, limit) {
      const found = await listTitled(ctx.db, words, limit);
      return found.map(({ identifier, title }) => ({
        kind: 'post',
        id: identifier,
        title,
        href: `/admin/blogs/${identifier}`,
      }));
    },
  },
});

async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await deleteReactionsOf(tx, userId);
    await forgetSaver(tx, userId);
  });
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const reactions = await listReactionsOf(ctx.db, userId);
  return reactions.length > 0 ? { reactions } : {};
}
