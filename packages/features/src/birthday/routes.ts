import { birthday } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { listCongratulating, listUpcoming } from './service/read.ts';
import { sayBirthday } from './service/save.ts';

export const routes = implement(birthday, {
  listUpcoming: async (ctx, { params, query }) => await listUpcoming(ctx, params.guildId, query),
  listCongratulating: async (ctx) => await listCongratulating(ctx, requireUser(ctx).userId),
  async correctBirthday(ctx, { params, body }) {
    await sayBirthday(ctx, { userId: params.userId, body, isStaff: true });
    ctx.log.info({ userId: params.userId, by: requireUser(ctx).userId }, 'A birthday was corrected by staff.');
    return say(ctx.locale, 'birthday.saved');
  },
});
