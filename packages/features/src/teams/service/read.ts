import type { Team, TeamEvent, TeamId, TeamInvite, TeamMembership, UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listFacesOf, listNames } from '../../account/index.ts';
import { listLinkedAccounts } from '../../connections/index.ts';
import { listEvents } from '../store/events.ts';
import { listInvites, listOpen } from '../store/invites.ts';
import { listMembers, listTeamsOf } from '../store/members.ts';
import { findTeamLedBy } from '../store/teams.ts';
import type { InviteRow, TeamRow } from '../tables.ts';
import { readCode } from './invite.ts';

export async function readOwnTeam(ctx: Ctx, userId: UserId): Promise<Team | null> {
  const team = await findTeamLedBy(ctx.db, userId);
  if (!team) return null;
  const open = await listOpen(ctx.db, team.id, ctx.clock.now());
  return {
    teamId: team.id,
    teamName: team.name,
    createdAt: team.createdAt,
    teamMembers: await readMembers(ctx, team),
    activeInvites: open.map((row) => toInvite(ctx, row)),
  };
}

async function readMembers(ctx: Ctx, team: TeamRow): Promise<Team['teamMembers']> {
  const rows = await listMembers(ctx.db, team.id);
  const ids = rows.map(({ userId }) => userId);
  const [faces, linked, came] = await Promise.all([
    listFacesOf(ctx, ids),
    listLinkedAccounts(ctx, ids, ['kick']),
    listInvites(ctx.db, [...new Set(rows.flatMap(({ inviteId }) => inviteId ?? []))], ctx.clock.now()),
  ]);
  const kickNames = new Map(linked.map((account) => [account.userId, account.username]));
  const invites = new Map(came.map((row) => [row.id, row]));
  return rows.map(({ teamId, userId, bitfield, joinedAt, inviteId }) => {
    const invite = inviteId === null ? undefined : invites.get(inviteId);
    return {
      userId,
      teamId,
      bitfield,
      joinedAt,
      username: faces.get(userId)?.username ?? null,
      kickUsername: kickNames.get(userId) ?? null,
      avatar: faces.get(userId)?.avatar ?? null,
      cameBy: invite
        ? { inviteId: invite.id, code: readCode(ctx, invite), createdAt: invite.createdAt, isOpen: invite.isOpen }
        : null,
    };
  });
}

const toInvite = (ctx: Ctx, row: InviteRow): TeamInvite => ({
  inviteId: row.id,
  code: readCode(ctx, row),
  teamId: row.teamId,
  bitfieldToSet: row.bitfield,
  currentUses: row.uses,
  maxUses: row.maxUses,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
});

export async function listMemberships(ctx: Ctx, userId: UserId): Promise<TeamMembership[]> {
  const rows = await listTeamsOf(ctx.db, userId);
  const names = await listNames(
    ctx,
    rows.map(({ leaderId }) => leaderId),
  );
  return rows.map(({ teamId, teamName, leaderId, bitfield, joinedAt, total }) => ({
    teamId,
    teamName,
    teamLeaderName: names.get(leaderId) ?? null,
    teamMembers: total,
    bitfield,
    joinedAt,
  }));
}

export async function readEvents(ctx: Ctx, teamId: TeamId): Promise<TeamEvent[]> {
  const rows = await listEvents(ctx.db, teamId);
  const names = await listNames(ctx, [
    ...new Set(rows.flatMap(({ byId, aboutId }) => [byId ?? [], aboutId ?? []].flat())),
  ]);
  const nameOf = (id: UserId | null) => (id === null ? null : (names.get(id) ?? null));
  return rows.map(({ position, at, event, byId, aboutId, details }) => ({
    id: position.toString(),
    at,
    event,
    byName: nameOf(byId),
    aboutName: nameOf(aboutId),
    from: details['from'] ?? null,
    to: details['to'] ?? null,
  }));
}
