import { z } from 'zod';
import { teamLeader, user } from './access.ts';
import { bits, isoDate, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { Code, count, epochMs, int, line, RowId } from './fields.ts';
import { UserId } from './ids.ts';

export const TeamId = RowId.brand('TeamId');
export type TeamId = z.infer<typeof TeamId>;

export const TeamMember = z
  .object({
    userId: UserId,
    teamId: TeamId,
    /** Team flags: ManageMediaShare. */
    bitfield: bits,
    joinedAt: isoDate,
    username: z.string().nullable(),
    kickUsername: z.string().nullable(),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof TeamMember>;

export const TeamInvite = z
  .object({
    code: z.string(),
    teamId: TeamId,
    bitfieldToSet: bits,
    currentUses: count,
    maxUses: count.nullable(),
    expiresAt: isoDate.nullable(),
  })
  .meta({ id: 'TeamInvite' });
export type TeamInvite = z.infer<typeof TeamInvite>;

/** The team that somebody leads: one at most. */
export const Team = z
  .object({
    teamId: TeamId,
    teamName: z.string(),
    teamMembers: z.array(TeamMember),
    activeInvites: z.array(TeamInvite),
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

/** A team that somebody is in. `teamMembers` is how many. */
export const TeamMembership = z
  .object({ teamId: TeamId, teamName: z.string(), teamLeaderName: z.string().nullable(), teamMembers: count })
  .meta({ id: 'TeamMembership' });
export type TeamMembership = z.infer<typeof TeamMembership>;

const named = z.object({ teamId: TeamId });
const TeamBody = z.object({ teamName: line(50) });

export const teams = {
  listTeams: endpoint({
    method: 'GET',
    path: '/data/teams',
    summary: 'The team one leads and those one is in.',
    access: user,
    reply: z.object({ managedTeam: Team.nullable(), memberTeams: z.array(TeamMembership) }),
  }),
  createTeam: endpoint({
    method: 'POST',
    path: '/data/teams',
    summary: 'Founds a team.',
    access: user,
    body: TeamBody,
    reply: sentence,
  }),
  joinTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/join',
    summary: 'Joins the team of an invitation.',
    access: user,
    query: z.object({ code: Code }),
    reply: sentence,
  }),
  leaveTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/leave',
    summary: 'Leaves a team.',
    access: user,
    query: z.object({ teamId: TeamId }),
    reply: sentence,
  }),
  inviteToTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/invite',
    summary: 'Makes an invitation and answers its code.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({
      /** Null: as often as one likes. */
      maxUses: int(1, 1000).nullish(),
      bitfieldToSet: bits,
      /** Null: never. */
      expiresAt: epochMs.nullish(),
    }),
    reply: z.string(),
  }),
  kickFromTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/kick',
    summary: 'Removes somebody from a team.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({ userId: UserId }),
    reply: sentence,
  }),
  updateMember: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/update',
    summary: 'Changes what a member may do.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({ userId: UserId, bitfieldToSet: bits }),
    reply: sentence,
  }),
  renameTeam: endpoint({
    method: 'PATCH',
    path: '/data/teams/{teamId}',
    summary: 'Renames a team.',
    access: teamLeader('teamId'),
    params: named,
    body: TeamBody,
    reply: sentence,
  }),
  deleteTeam: endpoint({
    method: 'DELETE',
    path: '/data/teams/{teamId}',
    summary: 'Dissolves a team.',
    access: teamLeader('teamId'),
    params: named,
    reply: sentence,
  }),
} as const satisfies Home;
