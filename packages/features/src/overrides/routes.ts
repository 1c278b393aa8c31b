import { overrides } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { changeOverride, removeOverride } from './service/change.ts';
import { tryOverrides } from './service/try.ts';

export const routes = implement(overrides, {
  async saveOverride(ctx, { params, query, body }) {
    const reply = say(ctx.locale, 'overrides.saved');
    const { priorityOnConflict: which, version } = query;
    await changeOverride(ctx, params.guildId, { body, which, version, reply });
    return reply;
  },
  async removeOverride(ctx, { params, query }) {
    await removeOverride(ctx, params.guildId, { priority: query.priorityOnConflict, version: query.version });
    return say(ctx.locale, 'overrides.removed');
  },
  tryOverrides: async (ctx, { params, body }) => await tryOverrides(ctx, params.guildId, body.overrides),
});
