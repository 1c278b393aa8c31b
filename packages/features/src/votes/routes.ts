import { votes } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { getState, setReminder } from './service/state.ts';

export const routes = implement(votes, {
  getVotes: async (ctx) => await getState(ctx, requireUser(ctx).userId),
  async updateVotes(ctx, { body }) {
    await setReminder(ctx, requireUser(ctx).userId, body.wantsReminder);
    return say(ctx.locale, body.wantsReminder ? 'votes.reminderOn' : 'votes.reminderOff');
  },
});
