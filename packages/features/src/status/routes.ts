import { status } from '@tally/contract';
import { AppError, implement } from '@tally/kernel';
import manifest from '../../package.json' with { type: 'json' };
import { saleOf } from '../servers/index.ts';
import { getStatus, listActivity } from './service.ts';

export const routes = implement(status, {
  health: async (ctx) => ({ name: ctx.config.SITE_NAME, version: manifest.version, sale: saleOf(ctx) }),
  status: async (ctx, { query }) => await getStatus(ctx, { topServers: query.topServers ?? false }),
  recent: async (ctx) => await listActivity(ctx),
  async rateLimit(ctx) {
    if (!ctx.rateLimit) throw new AppError('unavailable');
    const { limit, remaining, resetAt } = ctx.rateLimit;
    return { limit, remaining, resetAt: resetAt.getTime() };
  },
});
