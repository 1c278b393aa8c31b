import { starboard } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { addStarboard, listStarboards, removeStarboard, updateStarboard } from './service/change.ts';

export const routes = implement(starboard, {
  listStarboards: async (ctx, { params }) => await listStarboards(ctx, params.guildId),
  async addStarboard(ctx, { params, body }) {
    const reply = say(ctx.locale, 'starboard.added');
    await addStarboard(ctx, params.guildId, body, reply);
    return reply;
  },
  async updateStarboard(ctx, { params, query, body }) {
    await updateStarboard(ctx, params.guildId, { which: params.channelId, version: query.version, patch: body });
    return say(ctx.locale, 'starboard.saved');
  },
  async removeStarboard(ctx, { params, query }) {
    await removeStarboard(ctx, params.guildId, { channelId: params.channelId, version: query.version });
    return say(ctx.locale, 'starboard.removed');
  },
});
