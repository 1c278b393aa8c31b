import { moving } from '@tally/contract';
import { implement, requireUser } from '@tally/kernel';
import { following } from '../streamers/index.ts';
import { applyMove, removeMove } from './service/apply.ts';
import { changeMove, getMove, startMove } from './service/draft.ts';
import { applyFile } from './service/file/apply.ts';
import { changeFile, getFileMove, readFileMove, startFile } from './service/file/draft.ts';
import { exportAllSettings, exportSettings } from './service/file/export.ts';
import { listPostChannels, startPosts } from './service/posts.ts';
import { readMove, shortMove } from './service/read.ts';
import { inTurn } from './service/turn.ts';
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
    const waits = new Map((await following.listWaits(ctx.db, guildId)).map((each) => [each.botId, each.waiting]));
    const bots = await following.listOtherBots(ctx, guildId, [...waits.keys()]);
    return bots.map((bot) => ({ ...bot, waiting: waits.get(bot.userId) ?? 0 }));
  },
  applyMove: async (ctx, { params, body }) => await applyMove(ctx, params.guildId, params.moveId, body),
  exportSettings: async (ctx, { params }) => await exportSettings(ctx, params.guildId),
  exportAllSettings: async (ctx, { signal }) => exportAllSettings(ctx, signal),
  readFile: async (ctx, { params, file }) => await startFile(ctx, params.guildId, file),
  async getFile(ctx, { params }) {
    const { move, stored } = await getFileMove(ctx, params.guildId, params.moveId);
    return await readFileMove(ctx, move, stored);
  },
  changeFile: async (ctx, { params, body }) =>
    await changeFile(ctx, params.guildId, {
      moveId: params.moveId,
      chosen: Object.fromEntries(body.places.map(({ ref, id }) => [ref, id])),
    }),
  applyFile: async (ctx, { params: { guildId, moveId }, body }) =>
    await inTurn(ctx, guildId, () => applyFile(ctx, guildId, { moveId, ...body })),
  removeMove: async (ctx, { params }) => await removeMove(ctx, params.guildId, params.moveId),
});
