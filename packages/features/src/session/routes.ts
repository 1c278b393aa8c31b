import { session } from '@tally/contract';
import { implement, requireUser } from '@tally/kernel';
import { endSession, endSessions, listSessions, logOut } from './service/end.ts';
import { logIn } from './service/log-in.ts';

export const routes = implement(session, {
  logIn: async (ctx, { query }) => await logIn(ctx, { code: query.code, add: query.add ?? false }),
  check: async () => true as const,
  async logOut(ctx) {
    await logOut(ctx, requireUser(ctx));
    return true as const;
  },
  listSessions: async (ctx) => await listSessions(ctx, requireUser(ctx)),
  async endOthers(ctx) {
    const { userId, sessionId } = requireUser(ctx);
    return await endSessions(ctx, userId, sessionId);
  },
  async endSession(ctx, { params }) {
    await endSession(ctx, requireUser(ctx).userId, params.sessionId);
    return true as const;
  },
});
