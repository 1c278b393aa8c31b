import { statCounters } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { previewCounters, removeCounter } from './service/change.ts';
import { readCounters } from './service/read.ts';

export const routes = implement(statCounters, {
  listCounters: async (ctx, { params }) => await readCounters(ctx, params.guildId),
  previewCounters: async (ctx, { params, query }) => await previewCounters(ctx, params.guildId, query),
  async removeCounter(ctx, { params, query }) {
    await removeCounter(ctx, params.guildId, query);
    return say(ctx.locale, 'statCounters.removed');
  },
});
