import { errorLogs } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { clearTrouble, listTrouble, newestTrouble } from './service.ts';

export const routes = implement(errorLogs, {
  listErrors: async (ctx, { params, query }) => await listTrouble(ctx, params.guildId, query.hours),
  newestError: async (ctx, { params }) => await newestTrouble(ctx, params.guildId),
  async checkErrors(ctx, { params }) {
    for (const feature of ctx.features) await feature.recheckServer?.(ctx, params.guildId);
    return await listTrouble(ctx, params.guildId);
  },
  async clearErrors(ctx, { params }) {
    await clearTrouble(ctx, params.guildId);
    return say(ctx.locale, 'errorLogs.cleared');
  },
});
