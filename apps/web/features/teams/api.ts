import { bit, type TeamFlag, teamFlags } from '@tally/contract/premium/flags';
import type { Team, TeamId } from '@tally/contract/teams/calls';
import type { UserId } from '@tally/contract/wire/ids';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { creation } from '../../lib/drafts/intent.ts';
import { lateHome } from '../../lib/late-home.ts';
import { ahead } from '../../lib/start/ahead.ts';

const teams = lateHome(async () => (await import('@tally/contract/teams/calls')).teams);

/** How often the list refetches while an invitation is open. */
const SOMEBODY_MAY_COME_MS = 15_000;

export const teamFlagNames = Object.keys(teamFlags) as TeamFlag[];
export const flagsIn = (bitfield: bigint): TeamFlag[] =>
  teamFlagNames.filter((flag) => (bitfield & bit(teamFlags[flag])) !== 0n);
export const withFlag = (bitfield: bigint, flag: TeamFlag, isOn: boolean): bigint =>
  isOn ? bitfield | bit(teamFlags[flag]) : bitfield & ~bit(teamFlags[flag]);

export const teamsQuery = () =>
  queryOptions({
    queryKey: ['me', 'teams'],
    queryFn: ({ signal }) => call(teams.listTeams, {}, { fallback: 'fetchTeams', signal }),
    staleTime: 5_000,
    refetchInterval: ({ state: { data } }) =>
      (data?.managedTeam?.activeInvites.length ?? 0) > 0 ? SOMEBODY_MAY_COME_MS : false,
  });

export const eventsQuery = (teamId: TeamId) =>
  queryOptions({
    queryKey: ['me', 'teams', teamId, 'events'],
    queryFn: ({ signal }) => call(teams.listEvents, { params: { teamId } }, { fallback: 'fetchTeams', signal }),
    staleTime: 5_000,
  });

const askAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: teamsQuery().queryKey });

/** Also runs after a refusal, which means that the page is outdated. */
const afterwards = (client: QueryClient) => ({ onSettled: () => askAgain(client) });
const fallback = 'changeTeam';

export const foundTeam = (client: QueryClient) =>
  creation({
    mutationFn: (teamName: string, intent) => call(teams.createTeam, { body: { teamName } }, { fallback, intent }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

export const renameTeam = (client: QueryClient, teamId: TeamId) =>
  mutationOptions({
    mutationFn: (teamName: string) => call(teams.renameTeam, { params: { teamId }, body: { teamName } }, { fallback }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

export const dissolveTeam = (client: QueryClient, teamId: TeamId) =>
  mutationOptions({
    mutationFn: () => call(teams.deleteTeam, { params: { teamId } }, { fallback }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

export const handOver = (client: QueryClient, teamId: TeamId) =>
  mutationOptions({
    mutationFn: (userId: UserId) => call(teams.transferTeam, { params: { teamId }, body: { userId } }, { fallback }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

export interface InviteTerms {
  readonly bitfieldToSet: bigint;
  /** The maximum number of uses; null for unlimited. */
  readonly maxUses: number | null;
  /** When the invitation expires; null for never. */
  readonly expiresAt: number | null;
}

/** Creates an invitation and returns its code. */
export const makeInvite = (client: QueryClient, teamId: TeamId) =>
  creation({
    mutationFn: (terms: InviteTerms, intent) =>
      call(teams.inviteToTeam, { params: { teamId }, body: terms }, { fallback: 'makeInvitation', intent }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

export const revokeInvite = (client: QueryClient, teamId: TeamId) =>
  mutationOptions({
    mutationFn: (inviteId: string) => call(teams.revokeInvite, { params: { teamId, code: inviteId } }, { fallback }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

export const removeMember = (client: QueryClient, teamId: TeamId) =>
  mutationOptions({
    mutationFn: (body: { userId: UserId; revokesInvite: boolean }) =>
      call(teams.kickFromTeam, { params: { teamId }, body }, { fallback }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

/** Moves the switch immediately, and reverts it if the API refuses. */
export const updateMember = (client: QueryClient, teamId: TeamId) =>
  mutationOptions({
    mutationFn: (body: Rights) => call(teams.updateMember, { params: { teamId }, body }, { fallback }),
    ...ahead(client, { queryKey: teamsQuery().queryKey, guess: withRights, refresh: () => askAgain(client) }),
  });

interface Rights {
  readonly userId: UserId;
  readonly bitfieldToSet: bigint;
}

interface Managing {
  readonly managedTeam: Team | null;
}

function withRights(list: Managing, { userId, bitfieldToSet: bitfield }: Rights): Managing {
  const { managedTeam } = list;
  if (!managedTeam) return list;
  const teamMembers = managedTeam.teamMembers.map((each) => (each.userId === userId ? { ...each, bitfield } : each));
  return { ...list, managedTeam: { ...managedTeam, teamMembers } };
}

export const leaveTeam = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (teamId: TeamId) => call(teams.leaveTeam, { query: { teamId } }, { fallback }),
    ...afterwards(client),
    meta: { isQuiet: true },
  });

export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['team-invitation', code],
    queryFn: ({ signal }) => call(teams.getInvitation, { params: { code } }, { fallback: 'joinTeam', signal }),
    staleTime: 5_000,
    // Never retried, because each attempt with an invalid code counts.
    retry: false,
    refetchOnWindowFocus: false,
  });

export const joinTeam = (client: QueryClient, code: string) =>
  creation({
    mutationFn: (_: void, intent) => call(teams.joinTeam, { query: { code } }, { fallback: 'joinTeam', intent }),
    ...afterwards(client),
    // Refetches, because only members see who owns the room.
    onSuccess: () => client.invalidateQueries({ queryKey: invitationQuery(code).queryKey }),
    meta: { isQuiet: true },
  });
