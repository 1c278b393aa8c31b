import type { TeamId } from '@tally/contract';
import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { requireLeader, requireMember } from './service/access.ts';
import { exportUser, forgetUser } from './service/forget.ts';
import { countTeams } from './store/teams.ts';
import { invites } from './tables.ts';

export { type LedBy, listHolders, listLeadersFor, mayManage, type RightOf } from './service/rights.ts';
export { watchRight } from './service/watch-right.ts';

export const teams = defineFeature({
  name: 'teams',
  routes,
  jobs,
  sealed: [invites.code],
  access: {
    team: async (ctx, access, named) => await requireMember(ctx, named as TeamId, access.bit),
    'team-leader': async (ctx, _access, named) => await requireLeader(ctx, named as TeamId),
  },
  counts: async (ctx) => ({ totalTeams: await countTeams(ctx.db) }),
  exportUser,
  forgetUser,
});
