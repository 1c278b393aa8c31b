import { bit, type TeamFlag, type TeamId, teamFlags } from '@tally/contract';
import { AppError, type Ctx, requireUser } from '@tally/kernel';
import { findMember } from '../store/members.ts';
import { findTeam } from '../store/teams.ts';

/** Refuses a missing team with the same error as another person's team, so guessed ids reveal nothing. */
export async function requireLeader(ctx: Ctx, teamId: TeamId): Promise<void> {
  const { userId } = requireUser(ctx);
  if ((await findTeam(ctx.db, teamId))?.leaderId !== userId) throw new AppError('notAllowed');
}

export async function requireMember(ctx: Ctx, teamId: TeamId, flag: TeamFlag | undefined): Promise<void> {
  const { userId } = requireUser(ctx);
  const member = await findMember(ctx.db, { teamId, userId });
  if (!member) return await requireLeader(ctx, teamId);
  if (flag !== undefined && (member.bitfield & bit(teamFlags[flag])) === 0n) throw new AppError('notAllowed');
}
