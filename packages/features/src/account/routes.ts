import { account } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { clearBell } from './service/bell.ts';
import { deleteUser, exportUser } from './service/leave.ts';
import { getCurrentUser, getUser, updateUser } from './service/people.ts';

export const routes = implement(account, {
  me: async (ctx) => await getCurrentUser(ctx, requireUser(ctx).userId),
  async clearNotifications(ctx) {
    await clearBell(ctx, requireUser(ctx).userId);
    return true as const;
  },
  getUser: async (ctx, { params }) => await getUser(ctx, params.userId),
  async updateUser(ctx, { params, body }) {
    await updateUser(ctx, params.userId, body);
    return say(body.locale ?? ctx.locale, 'account.updated');
  },
  async deleteUser(ctx, { params }) {
    await deleteUser(ctx, params.userId);
    return say(ctx.locale, 'account.deleted');
  },
  exportUser: async (ctx, { params }) => exportUser(ctx, params.userId),
});
