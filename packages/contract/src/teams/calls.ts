import { z } from 'zod';
import { anyone, teamLeader, user } from '../wire/access.ts';
import { bits, isoDate, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, epochMs, int, line, pathName, RowId } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';

export const TeamId = RowId.brand('TeamId');
export type TeamId = z.infer<typeof TeamId>;

/** The longest team name, and the limits and defaults for invitations. */
export const teamLimits = {
  name: 50,
  uses: 1000,
  days: 30,
  defaultUses: 1,
  defaultDays: 7,
} as const;

/** A code as a person typed or pasted it. The answer to a malformed code is the same as to an invalid one. */
const GivenCode = pathName(100).meta({ examples: ['7KqWx2mDh9Tb'] });

/** The invitation that the member used. */
const CameBy = z.object({
  inviteId: RowId,
  /** Null if the code can no longer be read. */
  code: z.string().nullable(),
  createdAt: isoDate,
  /** True if more people can still use it. */
  isOpen: z.boolean(),
});

export const TeamMember = z
  .object({
    userId: UserId,
    teamId: TeamId,
    /** The member's team flags: ManageMediaShare. */
    bitfield: bits,
    joinedAt: isoDate,
    username: z.string().nullable(),
    kickUsername: z.string().nullable(),
    avatar: z.string().nullable(),
    /** Null if the member was the leader before. */
    cameBy: CameBy.nullable(),
  })
  .meta({ id: 'TeamMember' });
export type TeamMember = z.infer<typeof TeamMember>;

export const TeamInvite = z
  .object({
    inviteId: RowId,
    /** Null if the code's key is lost, so we cannot read it. The leader can still revoke the invitation. */
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

/** A person's own team. A person leads at most one. */
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

/** A team that a person is in. `teamMembers` is the number of members, and `bitfield` the person's rights. */
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

/** What an invited person sees before they join. */
export const TeamInvitation = z
  .object({
    teamId: TeamId,
    teamName: z.string(),
    teamLeaderName: z.string().nullable(),
    teamLeaderAvatar: z.string().nullable(),
    /** The leader whose room the person may manage. Set only for members. */
    teamLeaderId: UserId.nullable(),
    teamMembers: count,
    /** The rights that a person gets with this invitation. */
    bitfieldToSet: bits,
    isFull: z.boolean(),
    /** The caller's relation to the team. Both are false for a caller who is not logged in. */
    isMember: z.boolean(),
    isLeader: z.boolean(),
  })
  .meta({ id: 'TeamInvitation' });
export type TeamInvitation = z.infer<typeof TeamInvitation>;

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
    /** Null if the account has since been deleted. */
    byName: z.string().nullable(),
    /** The affected person's name. Null if there is none, or if the account has since been deleted. */
    aboutName: z.string().nullable(),
    /** The previous name, if the team was renamed. */
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
    summary: 'The team that the caller leads, and their other teams.',
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
    summary: 'The details of an invitation, before joining.',
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
    summary: 'Creates an invitation and returns its code.',
    access: teamLeader('teamId'),
    once: true,
    params: named,
    body: z.object({
      /** Null means unlimited uses. If absent, the invitation has one use. */
      maxUses: int(1, teamLimits.uses).nullish(),
      bitfieldToSet: bits,
      /** At most 30 days from now. Null means never. If absent, the invitation expires in 7 days. */
      expiresAt: epochMs.nullish(),
    }),
    reply: z.string(),
  }),
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/data/teams/{teamId}/invites/{code}',
    summary: 'Revokes an invitation by its code or ID. Members who joined with it stay.',
    access: teamLeader('teamId'),
    params: z.object({ teamId: TeamId, code: GivenCode }),
    reply: sentence,
  }),
  kickFromTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/kick',
    summary: 'Removes a member from a team.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({
      userId: UserId,
      /** Also revokes the invitation that the member used. */
      revokesInvite: z.boolean().optional(),
    }),
    reply: sentence,
  }),
  updateMember: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/update',
    summary: 'Changes the rights of a member.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({ userId: UserId, bitfieldToSet: bits }),
    reply: sentence,
  }),
  transferTeam: endpoint({
    method: 'PUT',
    path: '/data/teams/{teamId}/transfer',
    summary:
      'Makes a member the leader. The former leader becomes a member, and all members lose their rights until the new leader grants them.',
    access: teamLeader('teamId'),
    params: named,
    body: z.object({ userId: UserId }),
    reply: sentence,
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/data/teams/{teamId}/events',
    summary: 'The activity of a team, newest first.',
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
