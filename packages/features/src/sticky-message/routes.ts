import { stickyMessage } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { removeSticky, saveSticky } from './service/change.ts';

export const routes = implement(stickyMessage, {
  async saveSticky(ctx, { params, query, body }) {
    await saveSticky(ctx, params.guildId, { body, which: query.channelId, version: query.version });
    return say(ctx.locale, 'stickyMessage.saved');
  },
  async removeSticky(ctx, { params, query }) {
    await removeSticky(ctx, params.guildId, query);
    return say(ctx.locale, 'stickyMessage.removed');
  },
});
