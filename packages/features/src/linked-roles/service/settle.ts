import type { RoleId, ServerId } from '@tally/contract';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { explainRoleRefusal, findRoleTrouble } from '../../servers/index.ts';
import { logSoon, settleSoon } from '../jobs.ts';
import {
  drop,
  dropDueOf,
  endTurn,
  finish,
  forgetMember,
  keepTurn,
  listDue,
  noteTry,
  takeTurn,
} from '../store/actions.ts';
import { findLogChannel } from '../store/rules.ts';
import type { Action } from '../tables.ts';

/** Longer than one call takes. */
const TURN_MS = seconds(40);
const BUSY_MS = seconds(1);
const PAGE = 20;
/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const left: ReadonlySet<unknown> = new Set([10_007, 10_013]);

/**
 * Gives and takes what rules ask for, one after the other. What Discord refuses for good is dropped and told once;
 * a limit or an outage ends the turn, and the next one comes when it may.
 */
export async function settle(ctx: Ctx, serverId: ServerId, signal?: AbortSignal): Promise<void> {
  const until = () => new Date(ctx.clock.now().getTime() + TURN_MS);
  const again = async (waitMs: number) =>
    await settleSoon(ctx, serverId, { startAfter: new Date(ctx.clock.now().getTime() + waitMs) });
  if (!(await takeTurn(ctx.db, serverId, ctx.clock.now(), until()))) return await again(BUSY_MS);
  let waitMs = 0;
  try {
    const isLogged = (await findLogChannel(ctx.db, serverId)) !== null;
    for (;;) {
      const due = await listDue(ctx.db, serverId, PAGE);
      if (due.length === 0 || signal?.aborted) break;
      const refused = new Set<RoleId>();
      for (const action of due) {
        if (refused.has(action.roleId)) continue;
        await keepTurn(ctx.db, serverId, until());
        if (!(await carryOut(ctx, action, isLogged))) refused.add(action.roleId);
      }
    }
  } catch (error) {
    if (!(error instanceof UpstreamError) || (error.kind !== 'limited' && error.kind !== 'down')) throw error;
    waitMs = error.retryAfterMs ?? seconds(10);
  } finally {
    await endTurn(ctx.db, serverId);
  }
  // What came while the turn was ending found it taken.
  if (waitMs > 0 || (await listDue(ctx.db, serverId, 1)).length > 0) await again(waitMs);
}

/** False: this role can be neither given nor taken. */
async function carryOut(ctx: Ctx, action: Action, isLogged: boolean): Promise<boolean> {
  const { serverId, userId, roleId, isGiven } = action;
  const trouble = await findRoleTrouble(ctx, serverId, { roleId, what: { say: 'linkedRoles.what' }, path: '/manage' });
  if (trouble) {
    await ctx.db.transaction(async (tx) => {
      await dropDueOf(tx, serverId, roleId);
      await report(ctx, serverId, trouble, tx);
    });
    return false;
  }
  // Noted before it is made: Discord's word of it may come before its answer.
  await noteTry(ctx.db, action);
  try {
    const about = { serverId, userId, roleId, reason: 'linked roles' };
    await (isGiven ? ctx.discord.members.giveRole(about) : ctx.discord.members.takeRole(about));
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    return await refused(ctx, action, error);
  }
  await ctx.db.transaction(async (tx) => {
    await finish(tx, action, ctx.clock.now(), !isLogged);
    if (isLogged) await logSoon(ctx, serverId, tx);
  });
  return true;
}

async function refused(ctx: Ctx, action: Action, error: UpstreamError): Promise<boolean> {
  const { serverId, userId, roleId } = action;
  if (left.has(error.upstreamCode)) {
    await ctx.db.transaction(async (tx) => {
      await drop(tx, [action.id]);
      await forgetMember(tx, { serverId, userId });
    });
    return true;
  }
  const what = { say: 'linkedRoles.what' } as const;
  const trouble = await explainRoleRefusal(ctx, serverId, { roleId, what, path: '/manage' });
  await ctx.db.transaction(async (tx) => {
    await dropDueOf(tx, serverId, roleId);
    if (trouble) await report(ctx, serverId, trouble, tx);
  });
  return false;
}
