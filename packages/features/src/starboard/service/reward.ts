import { RoleId, ServerId, UserId } from '@tally/contract';
import { type Ctx, defineJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { report } from '../../error-logs/index.ts';
import { explainRoleRefusal, findRoleTrouble } from '../../servers/index.ts';

interface Reward {
  readonly serverId: ServerId;
  readonly userId: UserId;
  readonly roleId: RoleId;
}

/** The author of a starred message gets a role. Giving it twice changes nothing. */
export const rewardJob = defineJob({
  name: 'starboard/reward',
  data: z.object({ serverId: ServerId, userId: UserId, roleId: RoleId }),
  run: async (ctx, reward) => await giveReward(ctx, reward),
});

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const UNKNOWN_MEMBER = 10007;

/** What the bot is known not to be allowed is not asked, and its owner reads why. */
export async function giveReward(ctx: Ctx, { serverId, userId, roleId }: Reward): Promise<void> {
  const about = { roleId, what: { say: 'starboard.what' }, path: '/starboard' } as const;
  const known = await findRoleTrouble(ctx, serverId, about);
  if (known) {
    await report(ctx, serverId, known);
    return;
  }
  try {
    await ctx.discord.members.giveRole({ serverId, userId, roleId });
  } catch (error) {
    if (!(error instanceof UpstreamError) || (error.kind !== 'gone' && error.kind !== 'denied')) throw error;
    // The person has left: there is nobody to reward.
    if (error.upstreamCode === UNKNOWN_MEMBER) return;
    const trouble = await explainRoleRefusal(ctx, serverId, about);
    if (trouble) await report(ctx, serverId, trouble);
  }
}
