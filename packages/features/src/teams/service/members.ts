import { fixedLimits, type TeamId, type UserId } from '@tally/contract';
import { isUniqueViolation } from '@tally/infra/db';
import { AppError, type Ctx, requireUser, say } from '@tally/kernel';
import { holdPerson } from '../../account/index.ts';
import { clearBitsOfInvites, revokeInvite } from '../store/invites.ts';
import {
  clearBits,
  countTeamsOf,
  deleteMember,
  findMember,
  insertMember,
  listMembers,
  lockJoiner,
  setBits,
} from '../store/members.ts';
import { callOutRights } from '../store/rights.ts';
import { changeTeam, findTeamLedBy, lockTeam } from '../store/teams.ts';
import { requireBits } from './invite.ts';
import { nameOf } from './names.ts';
import { note, notifyLater } from './notify.ts';
import { lockOwnTeam } from './own-team.ts';

interface About {
  readonly teamId: TeamId;
  readonly userId: UserId;
}

export async function leaveTeam(ctx: Ctx, teamId: TeamId): Promise<void> {
  const { userId } = requireUser(ctx);
  const name = await nameOf(ctx, userId);
  await ctx.db.transaction(async (tx) => {
    const team = await lockTeam(tx, teamId);
    if (team?.leaderId === userId) throw new AppError('leaderStays');
    if (!team || !(await findMember(tx, { teamId, userId }))) throw new AppError('youAreNotInTeam');
    await deleteMember(tx, { teamId, userId });
    await callOutRights(tx, team.leaderId, userId);
    const isNews = await note(tx, { teamId, at: ctx.clock.now(), event: 'left', byId: userId, aboutId: userId });
    if (isNews) await notifyLater(ctx, tx, [{ userId: team.leaderId, news: 'left', team: team.name, name }]);
  });
}

/** Removes a member. Returns whether their invitation was revoked, because it may have already ended. */
export async function kick(
  ctx: Ctx,
  { teamId, userId, revokesInvite }: About & { readonly revokesInvite: boolean },
): Promise<{ readonly isRevoked: boolean }> {
  const byId = requireUser(ctx).userId;
  const name = await nameOf(ctx, byId);
  const at = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const team = await lockOwnTeam(ctx, tx, teamId);
    if (userId === team.leaderId) throw new AppError('leaderStays');
    const member = await findMember(tx, { teamId, userId });
    if (!member) throw new AppError('notInTeam');
    await deleteMember(tx, member);
    await callOutRights(tx, team.leaderId, userId);
    await note(tx, { teamId, at, event: 'kicked', byId, aboutId: userId });
    await notifyLater(ctx, tx, [{ userId, news: 'kicked', team: team.name, name }]);
    if (!revokesInvite || member.inviteId === null) return { isRevoked: false };
    const isRevoked = await revokeInvite(tx, teamId, { id: member.inviteId, now: at });
    if (isRevoked) await note(tx, { teamId, at, event: 'revoked', byId });
    return { isRevoked };
  });
}

export async function updateMember(
  ctx: Ctx,
  { teamId, userId, bitfieldToSet }: About & { readonly bitfieldToSet: bigint },
): Promise<void> {
  requireBits(ctx, bitfieldToSet);
  await ctx.db.transaction(async (tx) => {
    const team = await lockOwnTeam(ctx, tx, teamId);
    const member = await findMember(tx, { teamId, userId });
    if (!member) throw new AppError('notInTeam');
    if (member.bitfield === bitfieldToSet) return;
    await setBits(tx, member, bitfieldToSet);
    await callOutRights(tx, team.leaderId, userId);
    await note(tx, { teamId, at: ctx.clock.now(), event: 'changed', byId: team.leaderId, aboutId: userId });
  });
}

/**
 * Rights concern the leader's own things, and the new leader has not granted any. So everyone loses their rights,
 * including people with open invitations: docs/decisions/0217.
 */
export async function transferTeam(ctx: Ctx, about: About): Promise<void> {
  const byId = requireUser(ctx).userId;
  const [newName, oldName] = await Promise.all([nameOf(ctx, about.userId), nameOf(ctx, byId)]);
  const leadsAlready = new AppError('leadsTeamAlready', { name: newName ?? say(ctx.locale, 'teams.noName') });
  try {
    if (!(await handOver(ctx, { ...about, byId, newName, oldName }))) throw leadsAlready;
  } catch (error) {
    // The person founded a team of their own during the transfer.
    throw isUniqueViolation(error) ? leadsAlready : error;
  }
}

interface HandingOver extends About {
  readonly byId: UserId;
  readonly newName: string | null;
  readonly oldName: string | null;
}

/** Returns false if the new leader already leads a team. */
async function handOver(ctx: Ctx, { teamId, userId, byId, newName, oldName }: HandingOver): Promise<boolean> {
  const at = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const team = await lockOwnTeam(ctx, tx, teamId);
    const member = await findMember(tx, { teamId, userId });
    if (!member || !(await holdPerson(tx, userId))) throw new AppError('notInTeam');
    if (await findTeamLedBy(tx, userId)) return false;
    await lockJoiner(tx, byId);
    const limit = fixedLimits.teamsJoined;
    if ((await countTeamsOf(tx, byId)) >= limit) throw new AppError('youAreInTooManyTeams', { limit });
    await deleteMember(tx, member);
    await changeTeam(tx, teamId, { leaderId: userId });
    await insertMember(tx, { teamId, userId: byId, bitfield: 0n, joinedAt: at, inviteId: null });
    await clearBits(tx, teamId);
    await clearBitsOfInvites(tx, teamId);
    await callOutRights(tx, byId, null);
    await note(tx, { teamId, at, event: 'handedOver', byId, aboutId: userId });
    const others = (await listMembers(tx, teamId)).filter((each) => each.userId !== byId);
    await notifyLater(ctx, tx, [
      { userId, news: 'yours', team: team.name, name: oldName },
      ...others.map((each) => ({
        userId: each.userId,
        news: 'handedOver' as const,
        team: team.name,
        name: newName,
      })),
    ]);
    return true;
  });
}
