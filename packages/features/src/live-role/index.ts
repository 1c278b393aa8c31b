import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineFeature } from '@tally/kernel';
import { gateway } from './gateway.ts';
import { jobs, reconcileSoon } from './jobs.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { removeRole, saveRole } from './service/change.ts';
import { accountChanged } from './service/linked.ts';
import { rolesPart } from './service/guild-part.ts';
import { listExceeding } from './service/exceeding.ts';
import { nameMembers } from './service/names.ts';
import { exportUser, forgetServer, forgetUser, liveRoleHolders } from './service/people.ts';
import { countStatusRoles } from './store/rules.ts';

const owner = { save: saveRole, remove: removeRole };

export const liveRole = defineFeature({
  name: 'live-role',
  routes,
  gateway,
  jobs,
  platform: reactTo,
  accountChanged,
  guildParts: rolesPart,
  roleLists: { autoLiveRoles: owner, statusRoles: owner },
  liveRoleHolders: async (ctx: Ctx, streamerIds: readonly string[]) => await liveRoleHolders(ctx.db, streamerIds),
  memberNames: nameMembers,
  streamersChanged: async (ctx: Ctx, tx: Db, serverId: ServerId) => await reconcileSoon(ctx, serverId, { tx }),
  planParts: {
    exceeding: listExceeding,
    fit: async (ctx: Ctx, serverId: ServerId) => await reconcileSoon(ctx, serverId),
  },
  counts: async (ctx) => ({ totalStatusRoles: await countStatusRoles(ctx.db) }),
  forgetServer,
  forgetUser,
  exportUser,
});
