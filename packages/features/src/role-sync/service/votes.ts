import { hasFlag, type ServerId, type UserId } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { userHolds } from '../../premium/index.ts';
import { planOf } from '../../servers/index.ts';
import { hasVoted } from '../../votes/index.ts';

/**
 * Asking for one's roles needs a vote, unless the server or the person has paid for not having to, or this
 * installation has no site to vote on.
 */
export async function requireVote(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<void> {
  if (ctx.config.topgg.isOff || (await hasVoted(ctx, userId))) return;
  const { bitfield } = await planOf(ctx, serverId);
  if (hasFlag(bitfield, 'VoteSkipping') || (await userHolds(ctx, userId, 'GlobalVoteSkip'))) return;
  throw new AppError('voteNeeded', { url: `${ctx.config.webUrl}/vote` });
}
