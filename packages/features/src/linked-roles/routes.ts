import { linkedRoles } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { removeRule, saveRule } from './service/change.ts';
import { link, startLinking, unlink } from './service/connection.ts';

export const routes = implement(linkedRoles, {
  startLinking: async (ctx) => await startLinking(ctx, requireUser(ctx).userId),
  async link(ctx, { query }) {
    await link(ctx, requireUser(ctx).userId, query.code);
    return true as const;
  },
  async unlink(ctx) {
    await unlink(ctx, requireUser(ctx).userId);
    return true as const;
  },
  async saveRule(ctx, { params, query, body }) {
    await saveRule(ctx, params.guildId, { body, which: query.roleId, version: query.version });
    return say(ctx.locale, 'linkedRoles.saved');
  },
  async removeRule(ctx, { params, query }) {
    await removeRule(ctx, params.guildId, query);
    return say(ctx.locale, 'linkedRoles.removed');
  },
});
