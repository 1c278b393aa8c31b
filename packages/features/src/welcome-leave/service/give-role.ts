import type { RoleId, ServerId, UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { findRoleTrouble } from '../../servers/index.ts';

/** Throws where it is worth trying again. What the bot is known not to be allowed is not asked. */
export async function giveWelcomeRole(
  ctx: Ctx,
  about: { serverId: ServerId; userId: UserId; roleId: RoleId },
): Promise<void> {
  const { serverId, roleId } = about;
  const look = () =>
    findRoleTrouble(ctx, serverId, { roleId, what: { say: 'welcomeLeave.theRole' }, path: '/welcome-leave' });
  const known = await look();
  if (known) {
    await report(ctx, serverId, known);
    return;
  }
  try {
    await ctx.discord.members.giveRole(about);
  } catch (error) {
    if (!(error instanceof UpstreamError) || !(error.kind === 'gone' || error.kind === 'denied')) throw error;
    // Whoever has left again needs no role. Anything else is the server's own doing, and its owner hears of it.
    if (error.upstreamCode === UNKNOWN_MEMBER) return;
    ctx.log.info({ serverId, roleId, code: error.upstreamCode }, 'The role for arrivals could not be given.');
    const trouble = await look();
    if (trouble) await report(ctx, serverId, trouble);
  }
}

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const UNKNOWN_MEMBER = 10007;
