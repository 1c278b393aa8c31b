import { moving } from '@tally/contract';
import { implement, requireUser } from '@tally/kernel';
import { following } from '../streamers/index.ts';
import { applyMove, removeMove } from './service/apply.ts';
import { changeMove, getMove, startMove } from './service/draft.ts';
import { listPostChannels, startPosts } from './service/posts.ts';
import { readMove, shortMove } from './service/read.ts';
import { listMovesOf } from './store.ts';

export const routes = implement(moving, {
  async listMoves(ctx, { params }) {
    const rows = await listMovesOf(ctx.db, requireUser(ctx).userId, params.guildId);
    return rows.filter(({ expiresAt }) => expiresAt > ctx.clock.now()).map(shortMove);
  },
  readList: async (ctx, { params, body }) => await readMove(ctx, await startMove(ctx, params.guildId, body)),
  listPostChannels: async (ctx, { params }) => await listPostChannels(ctx, params.guildId),
  readPosts: async (ctx, { params, body }) => await readMove(ctx, await startPosts(ctx, params.guildId, body)),
  getMove: async (ctx, { params }) => await readMove(ctx, await getMove(ctx, params.guildId, params.moveId)),
  changeMove: async (ctx, { params, body }) =>
    await readMove(ctx, await changeMove(ctx, params.guildId, params.moveId, body)),
  async listOtherBots(ctx, { params: { guildId } }) {
    const waits = await following.listWaits(ctx.db, guildId);
    return await following.listOtherBots(
      ctx,
      guildId,
      waits.map(({ botId }) => botId),
    );
  },
  applyMove: async (ctx, { params, body }) => await applyMove(ctx, params.guildId, params.moveId, body),
  removeMove: async (ctx, { params }) => await removeMove(ctx, params.guildId, params.moveId),
});
