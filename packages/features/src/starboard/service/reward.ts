import { RoleId, ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx, defineJob, UpstreamError, withCaller } from '@tally/kernel';
import { z } from 'zod';
import { report, type Trouble } from '../../error-logs/index.ts';
import { requireGivableRole, requireRole } from '../../servers/index.ts';

interface Reward {
  readonly serverId: ServerId;
  readonly userId: UserId;
  readonly roleId: RoleId;
}

const MISSING_PERMISSIONS = 50013;

/** The author of a starred message gets a role. Giving it twice changes nothing. */
export const rewardJob = defineJob({
  name: 'starboard/reward',
  data: z.object({ serverId: ServerId, userId: UserId, roleId: RoleId }),
  run: async (ctx, reward) => await giveReward(ctx, reward),
});

export async function giveReward(ctx: Ctx, { serverId, userId, roleId }: Reward): Promise<void> {
  const choice = { field: 'rewardRole', id: roleId };
  // Nobody asks: only the bot's own place counts.
  const asBot = withCaller(ctx, { kind: 'system' });
  if (await isRefused(requireRole(asBot, serverId, choice))) {
    await report(ctx, serverId, gone(roleId));
    return;
  }
  if (await isRefused(requireGivableRole(asBot, serverId, choice))) {
    await report(ctx, serverId, high(roleId));
    return;
  }
  try {
    await ctx.discord.members.giveRole({ serverId, userId, roleId });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.upstreamCode === MISSING_PERMISSIONS) await report(ctx, serverId, high(roleId));
    // The person has left, or we have: there is nobody to reward.
    if (error.kind !== 'gone' && error.kind !== 'denied') throw error;
  }
}

/** A server that has removed the bot refuses too; the entry in its log does no harm. */
async function isRefused(question: Promise<unknown>): Promise<boolean> {
  try {
    await question;
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

const high = (roleId: RoleId): Trouble => ({
  reason: 'roleTooHigh',
  details: { role: `<@&${roleId}>` },
  action: { kind: 'moveBotRole', path: null, targetId: roleId },
});

const gone = (roleId: RoleId): Trouble => ({
  reason: 'unknownRole',
  details: { what: { say: 'starboard.what' } },
  action: { kind: 'chooseRole', path: '/starboard', targetId: roleId },
});
