import { z } from 'zod';
import { anyone, teamLeader, user } from './access.ts';
import { bits, isoDate, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { count, epochMs, int, line, pathName, RowId } from './fields.ts';
import { UserId } from './ids.ts';

export const TeamId = RowId.brand('TeamId');
export type TeamId = z.infer<typeof TeamId>;

/** How long a name may be, and what an invitation gets that says nothing else. */
export const teamLimits = {
  name: 50,
  uses: 1000,
  days: 30,
  defaultUses: 1,
  defaultDays: 7,
} as const;

/** A code as somebody typed or pasted it. Whether it is one at all is answered like whether it is good. */
const GivenCode = pathName(100).meta({ examples: ['7KqWx2mDh9Tb'] });

/** By which invitation somebody came. */
const CameBy = z.object({
  inviteId: RowId,
  /** Null where it can no longer be read. */
  code: z.string().nullable(),
  createdAt: isoDate,
  /** Whether more people could come by it. */
  isOpen: z.boolean(),
});

export const TeamMember = z
  .object({
    userId: UserId,
    teamId: TeamId,
    /** Team flags: ManageMediaShare. */
    bitfield: bits,
    joinedAt: isoDate,
    username: z.string().nullable(),
    kickUsername: z.string().nullable(),
    avatar: z.string().nullable(),
    /** Null: they led the team before. */
    cameBy: CameBy.nullable(),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof TeamMember>;

export const TeamInvite = z
  .object({
    inviteId: RowId,
    /** Null where it can no longer be read, because its key is lost. It can still be revoked. */
    code: z.string().nullable(),
    teamId: TeamId,
    bitfieldToSet: bits,
    currentUses: count,
    maxUses: count.nullable(),
    createdAt: isoDate,
    expiresAt: isoDate.nullable(),
  })
  .meta({ id: 'TeamInvite' });
export type TeamInvite = z.infer<typeof TeamInvite>;

/** The team that somebody leads: one at most. */
export const Team = z
  .object({
    teamId: TeamId,
    teamName: z.string(),
    createdAt: isoDate,
    teamMembers: z.array(TeamMember),
    activeInvites: z.array(TeamInvite),
  })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

/** A team that somebody is in. `teamMembers` is how many, and `bitfield` what they may do there. */
export const TeamMembership = z
  .object({
    teamId: TeamId,
    teamName: z.string(),
    teamLeaderName: z.string().nullable(),
    teamMembers: count,
    bitfield: bits,
    joinedAt: isoDate,
  })
  .meta({ id: 'TeamMembership' });
export type TeamMembership = z.infer<typeof TeamMembership>;

/** What somebody sees who follows an invitation, before they decide. */
export const TeamInvitation = z
  .object({
    teamId: TeamId,
    teamName: z.string(),
    teamLeaderName: z.string().nullable(),
    teamLeaderAvatar: z.string().nullable(),
    teamMembers: count,
    /** What the invitation lets them do. */
    bitfieldToSet: bits,
    isFull: z.boolean(),
    /** Of the caller; both false for somebody who is not logged in. */
    isMember: z.boolean(),
    isLeader: z.boolean(),
  })
  .meta({ id: 'TeamInvitation' });
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** What happens in a team, for its own record. */
export const teamEvents = [
  'founded',
  'renamed',
  'invited',
  'revoked',
  'joined',
  'left',
  'kicked',
  'changed',
  'handedOver',
] as const;
export const TeamEventName = z.enum(teamEvents);
export type TeamEventName = z.infer<typeof TeamEventName>;

export const TeamEvent = z
  .object({
    id: z.string(),
    at: isoDate,
    event: TeamEventName,
    /** Null: that account was deleted since. */
    byName: z.string().nullable(),
    /** Who it happened to. Null: nobody, or an account that was deleted since. */
    aboutName: z.string().nullable(),
    /** Of a renaming. */
    from: z.string().nullable(),
    to: z.string().nullable(),
  })
  .meta({ id: 'TeamEvent' });
export type TeamEvent = z.infer<typeof TeamEvent>;

const named = z.object({ teamId: TeamId });
const TeamBody = z.object({ teamName: line(teamLimits.name) });

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
    once: true,
    body: TeamBody,
    reply: sentence,
  }),
  joinTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/join',
    summary: 'Joins the team of an invitation.',
    access: user,
    once: true,
    query: z.object({ code: GivenCode }),
    reply: sentence,
  }),
  getInvitation: endpoint({
    method: 'GET',
    path: '/data/teams/invites/{code}',
    summary: 'What an invitation leads to, before somebody joins.',
    access: anyone,
    params: z.object({ code: GivenCode }),
    reply: TeamInvitation,
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
    once: true,
    params: named,
    body: z.object({
      /** Null: as often as one likes. Left out: once. */
      maxUses: int(1, teamLimits.uses).nullish(),
      bitfieldToSet: bits,
      /** At most 30 days ahead. Null: never. Left out: in 7 days. */
      expiresAt: epochMs.nullish(),
    }),
    reply: z.string(),
  }),
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/data/teams/{teamId}/invites/{code}',
    summary: 'Ends an invitation, named by its code or its id. Who came by it stays.',
    access: teamLeader('teamId'),
    params: z.object({ teamId: TeamId, code: GivenCode }),
    reply: sentence,
  }),
  kickFromTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/kick',
    summary: 'Removes somebody from a team.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({
      userId: UserId,
      /** Also ends the invitation by which they came. */
      revokesInvite: z.boolean().optional(),
    }),
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
  transferTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/transfer',
    summary:
      'Makes a member the leader. The leader so far becomes a member, and nobody may do anything until the new one says so.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({ userId: UserId }),
    reply: sentence,
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/data/teams/{teamId}/events',
    summary: 'Who did what in a team, the latest first.',
    access: teamLeader('teamId'),
    params: named,
    reply: z.array(TeamEvent),
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
