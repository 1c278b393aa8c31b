import type { Team, UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { forgetPersonInEvents, listEventsBy } from '../store/events.ts';
import { deleteMember, listMembers, listTeamsOf } from '../store/members.ts';
import { callOutRights } from '../store/rights.ts';
import { deleteTeam, findTeamLedBy, lockTeam } from '../store/teams.ts';
import { nameOf } from './names.ts';
import { notifyLater } from './notify.ts';
import { listMemberships, readOwnTeam } from './read.ts';

/** Deletes the team that the person leads, and removes them from other teams. Everyone affected is notified. */
export async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  const name = await nameOf(ctx, userId);
  await ctx.db.transaction(async (tx) => {
    const led = await findTeamLedBy(tx, userId);
    const team = led && (await lockTeam(tx, led.id));
    if (team?.leaderId !== userId) return;
    const members = await listMembers(tx, team.id);
    await deleteTeam(tx, team.id);
    await callOutRights(tx, userId, null);
    const telling = { news: 'leaderGone' as const, team: team.name, name: null };
    await notifyLater(
      ctx,
      tx,
      members.map((member) => ({ ...telling, userId: member.userId })),
    );
  });
  for (const { teamId } of await listTeamsOf(ctx.db, userId)) {
    await ctx.db.transaction(async (tx) => {
      const team = await lockTeam(tx, teamId);
      if (!team) return;
      await deleteMember(tx, { teamId, userId });
      await callOutRights(tx, team.leaderId, userId);
      await notifyLater(ctx, tx, [{ userId: team.leaderId, news: 'gone', team: team.name, name }]);
    });
  }
  await ctx.db.transaction(async (tx) => {
    await forgetPersonInEvents(tx, userId);
  });
}

/** Leaves out codes, because they give access to a team. */
export async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [team, memberTeams, done] = await Promise.all([
    readOwnTeam(ctx, userId),
    listMemberships(ctx, userId),
    listEventsBy(ctx.db, userId),
  ]);
  return {
    ...(team ? { managedTeam: withoutCodes(team) } : {}),
    ...(memberTeams.length > 0 ? { memberTeams } : {}),
    ...(done.length > 0 ? { done } : {}),
  };
}

const withoutCodes = ({ teamId, teamName, createdAt, teamMembers, activeInvites }: Team) => ({
  teamId,
  teamName,
  createdAt,
  members: teamMembers.map(({ username, bitfield, joinedAt }) => ({ username, bitfield, joinedAt })),
  invites: activeInvites.map(({ bitfieldToSet, currentUses, maxUses, createdAt: madeAt, expiresAt }) => ({
    bitfieldToSet,
    currentUses,
    maxUses,
    madeAt,
    expiresAt,
  })),
});
