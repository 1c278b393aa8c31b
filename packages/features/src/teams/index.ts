import type { FileSection, TeamId, UserId } from '@tally/contract';
import { type Ctx, defineFeature, fileLine, say } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { requireLeader, requireMember } from './service/access.ts';
import { exportUser, forgetUser } from './service/forget.ts';
import { listMemberships, readOwnTeam } from './service/read.ts';
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
  staff: { aboutPerson },
});

async function aboutPerson(ctx: Ctx, userId: UserId): Promise<FileSection[]> {
  const [own, memberOf] = await Promise.all([readOwnTeam(ctx, userId), listMemberships(ctx, userId)]);
  const lines = [
    ...(own ? [fileLine(own.teamName, { note: say(ctx.locale, 'admin.fileTeamLeads'), at: own.createdAt })] : []),
    ...memberOf.map(({ teamName }) => fileLine(teamName)),
  ];
  return [{ title: say(ctx.locale, 'admin.fileTeams'), lines }];
}
