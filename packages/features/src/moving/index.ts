import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { forgetMoves, forgetMovesOf, listMovesOf } from './store.ts';

/** Follows many creators at once, from other programs' lists, with a preview and an undo. */
export const moving = defineFeature({
  name: 'moving',
  routes,
  gateway,
  commands,
  jobs,
  forgetServer: async (ctx, serverId) => await forgetMoves(ctx.db, serverId),
  forgetUser: async (ctx, userId) => await forgetMovesOf(ctx.db, userId),
  async exportUser(ctx, userId) {
    const rows = await listMovesOf(ctx.db, userId);
    return {
      moves: rows.map(({ serverId, createdAt, candidates }) => ({
        serverId,
        createdAt,
        creators: candidates.map(({ wrote }) => wrote),
      })),
    };
  },
});
