import type { UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { CACHE, findWishes } from './service/find.ts';
import { listCommentsOf } from './store/comments.ts';
import { forgetPerson, listOfPerson, summarizeUndecided } from './store/wishes.ts';
import { forgetWritings } from './store/writings.ts';

export const feedbackBoard = defineFeature({
  name: 'feedback-board',
  routes,
  jobs,
  forgetUser,
  exportUser,
  staff: {
    async waits(ctx) {
      const open = await summarizeUndecided(ctx.db);
      return open.count > 0 ? [{ kind: 'wishes', ...open }] : [];
    },
    async search(ctx, search, limit) {
      const found = await findWishes(ctx, { search, limit });
      return found.map(({ wishId, title }) => ({ kind: 'wish', id: wishId, title, href: `/feedback/${wishId}` }));
    },
  },
});

async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetPerson(tx, userId);
    await forgetWritings(tx, userId);
  });
  await ctx.cache.forget(CACHE);
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [{ written, wanted }, comments] = await Promise.all([
    listOfPerson(ctx.db, userId),
    listCommentsOf(ctx.db, userId),
  ]);
  return {
    ...(written.length > 0 ? { written } : {}),
    ...(wanted.length > 0 ? { wanted } : {}),
    ...(comments.length > 0 ? { comments } : {}),
  };
}
