import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineFeature } from '@tally/kernel';
import { compareSoon } from '@tally/pipeline/roles';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { removeRole, saveRole } from './service/change.ts';
import { listExceeding } from './service/exceeding.ts';
import { rolesPart } from './service/guild-part.ts';
import { accountChanged, forgetLink } from './service/links.ts';
import { nameMembers } from './service/names.ts';
import { roleOwner } from './service/owner.ts';
import { listLiveRoleHolders } from './service/read.ts';
import { forgetServer } from './service/rules.ts';
import { countServers, countStatusRoles } from './store/rules.ts';
import { autoLiveRoles, statusRoles } from './tables.ts';

const owner = { save: saveRole, remove: removeRole };

export const liveRole = defineFeature({
  name: 'live-role',
  routes,
  gateway,
  jobs,
  platform: reactTo,
  roleOwner,
  accountChanged,
  guildParts: rolesPart,
  words: { roleLists: { autoLiveRoles: owner, statusRoles: owner } },
  streamerFacts: async (ctx: Ctx, streamerIds: readonly string[]) => {
    const holders = [...(await listLiveRoleHolders(ctx.db, streamerIds))];
    return new Map(holders.map(([id, usersWhoHaveLiveRole]) => [id, { usersWhoHaveLiveRole }]));
  },
  memberNames: nameMembers,
  streamersChanged: async (ctx: Ctx, tx: Db, serverId: ServerId) => await compareSoon(ctx, serverId, { tx }),
  planParts: {
    exceeding: listExceeding,
    fit: async (ctx: Ctx, serverId: ServerId) => await compareSoon(ctx, serverId),
  },
  counts: async (ctx) => ({ totalStatusRoles: await countStatusRoles(ctx.db) }),
  staff: {
    counts: async (ctx) => ({
      'totalServersUsingX.autoLiveRoles': await countServers(ctx.db, autoLiveRoles),
      'totalServersUsingX.statusRoles': await countServers(ctx.db, statusRoles),
    }),
  },
  forgetServer,
  forgetUser: forgetLink,
});
