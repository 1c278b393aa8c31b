import { ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import { defineFeature } from '@tally/kernel';
import { exportRolesOfUser, forgetRolesOfServer, forgetRolesOfUser } from '@tally/pipeline/roles';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { requireManager, requireReader } from './service/managers.ts';
import {
  newestServers,
  searchServers,
  serverAppeared,
  serverChanged,
  serverLeft,
  shardConnected,
} from './service/presence.ts';
import { countPresent } from './store.ts';

export type { Span } from './service/home.ts';
export { lacksManageServer, listManageable, listManagers, requireManager } from './service/managers.ts';
export {
  type Excess,
  free,
  planOf,
  plansOf,
  requirePlanFlags,
  type ServerPlan,
  saleOf,
  unlimited,
} from './service/plan.ts';
export {
  countMember,
  forgetTopServers,
  listServersNamed,
  listSummaries,
  listTopServers,
  recountMembers,
  type ServerSummary,
  setServerBlacklisted,
} from './service/presence.ts';
export { findServer, listWithBot } from './store.ts';
/** For columns that contain settings. Only the store of `settings` may write these columns. */
export { servers as serverRows } from './tables.ts';

/** Keeps our server rows up to date. Events may arrive twice, so each contains the new state. */
const gateway = [
  on('shardReady', async (ctx, shard) => await shardConnected(ctx, shard)),
  on('serverSeen', async (ctx, { serverId, ...seen }) => await serverAppeared(ctx, { id: serverId, ...seen })),
  on('serverChanged', async (ctx, { id, name, icon, banner, ownerId }) => {
    await serverChanged(ctx, { id, name, icon, banner, ownerId });
  }),
  on('serverLeft', async (ctx, { serverId }) => await serverLeft(ctx, serverId)),
];

export const servers = defineFeature({
  name: 'servers',
  routes,
  gateway,
  jobs,
  access: {
    manager: async (ctx, _access, named, isRead) =>
      await (isRead ? requireReader : requireManager)(ctx, ServerId.parse(named)),
  },
  async exportUser(ctx, userId) {
    const roles = await exportRolesOfUser(ctx.db, userId);
    return Object.keys(roles).length === 0 ? {} : { roles };
  },
  forgetUser: forgetRolesOfUser,
  forgetServer: forgetRolesOfServer,
  staff: {
    search: searchServers,
    newest: newestServers,
    counts: async (ctx) => ({ totalGuilds: await countPresent(ctx.db) }),
  },
});
