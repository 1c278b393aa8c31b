import type { RoleId, ServerId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import type { Member } from '@tally/discord/rest';
import type { Db } from '@tally/infra/db';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import { imageUrl } from '../../account/index.ts';
import { logSoon, settleInCase, settleSoon } from '../jobs.ts';
import { counts, kindOf, type Rules } from '../match.ts';
import { forgetMember, listClaims } from '../store/claims.ts';
import { changeHolding, endTurn, findNextDue, keepTurn, listDue, settleHolding, takeTurn } from '../store/holdings.ts';
import { addNews } from '../store/news.ts';
import { findLogChannels, type LogChannels } from '../store/rules.ts';
import type { Holding } from '../tables.ts';
import { parkTrouble, problemOf, type RoleProblem, readState, refusalOf } from './role-trouble.ts';
import { loadRules } from './rules.ts';

/** Longer than one member takes. A process that dies holds up the server's roles for so long. */
const TURN_MS = seconds(40);
const PAGE = 20;

/** What one turn works with. */
interface Turn {
  readonly ctx: Ctx;
  readonly serverId: ServerId;
  readonly rules: Rules;
  readonly state: ServerState | null;
  readonly logs: LogChannels;
  /** Roles that Discord refuses: after the first member the others need not be tried. */
  readonly refused: Set<RoleId>;
}

/**
 * Gives and takes the roles that are due, one after the other. What Discord refuses for good is parked and told
 * once; a limit or an outage ends the turn, and the next one comes when it may.
 */
export async function settle(ctx: Ctx, serverId: ServerId, signal?: AbortSignal): Promise<void> {
  const until = () => new Date(ctx.clock.now().getTime() + TURN_MS);
  // Whoever is at work looks once more at the end; this is for the case that they died.
  if (!(await takeTurn(ctx.db, serverId, ctx.clock.now(), until()))) return await settleInCase(ctx, serverId, until());
  let waitMs = 0;
  try {
    const turn: Turn = {
      ctx,
      serverId,
      rules: await loadRules(ctx, serverId),
      state: await readState(ctx, serverId),
      logs: await findLogChannels(ctx.db, serverId),
      refused: new Set(),
    };
    for (;;) {
      const due = await listDue(ctx.db, serverId, ctx.clock.now(), PAGE);
      if (due.length === 0 || signal?.aborted) break;
      for (const holdings of Map.groupBy(due, (holding) => holding.userId).values()) {
        await keepTurn(ctx.db, serverId, until());
        await settleMember(turn, holdings);
      }
    }
  } catch (error) {
    if (!(error instanceof UpstreamError) || (error.kind !== 'limited' && error.kind !== 'down')) throw error;
    waitMs = error.retryAfterMs ?? seconds(10);
    ctx.log.info({ serverId, kind: error.kind, waitMs }, 'Roles have to wait for Discord.');
  } finally {
    await endTurn(ctx.db, serverId);
  }
  // What came while the turn was ending found it taken.
  if (waitMs > 0 || (await findNextDue(ctx.db, serverId)) !== null) await again(ctx, serverId, waitMs);
}

const again = async (ctx: Ctx, serverId: ServerId, waitMs: number): Promise<void> =>
  await settleSoon(ctx, serverId, { startAfter: new Date(ctx.clock.now().getTime() + waitMs) });

async function settleMember(turn: Turn, holdings: readonly Holding[]): Promise<void> {
  const { ctx, serverId } = turn;
  const [{ userId }] = holdings as readonly [Holding, ...Holding[]];
  const member = await findMember(ctx, { serverId, userId });
  if (!member) return await ctx.db.transaction((tx) => forgetMember(tx, { serverId, userId }));
  const claims = await listClaims(ctx.db, serverId, [userId]);
  for (const holding of holdings) {
    const isDue = claims.some((claim) => claim.roleId === holding.roleId && counts(turn.rules, claim, member.roleIds));
    await settleRole(turn, holding, { isDue, hasIt: member.roleIds.includes(holding.roleId), member });
  }
}

async function settleRole(
  turn: Turn,
  holding: Holding,
  now: { isDue: boolean; hasIt: boolean; member: Member },
): Promise<void> {
  // An attempt whose end nobody saw was ours, too.
  const wasTried = holding.isOurs || holding.tries > 0;
  if (now.isDue && !now.hasIt) return await change(turn, holding, { isGiven: true, member: now.member });
  if (!now.isDue && now.hasIt && wasTried) return await change(turn, holding, { isGiven: false, member: now.member });
  await settleHolding(turn.ctx.db, holding, { hasIt: now.hasIt, isOurs: now.hasIt && wasTried });
}

/** The attempt is noted before it is made: whoever comes after a crash knows that the role may be ours. */
async function change(
  turn: Turn,
  holding: Holding,
  { isGiven, member }: { isGiven: boolean; member: Member },
): Promise<void> {
  const { ctx, serverId, state } = turn;
  const { roleId, userId } = holding;
  if (turn.refused.has(roleId)) return;
  const known = problemOf(ctx, state, roleId);
  if (known) return await refuse(turn, holding, known);
  await changeHolding(ctx.db, holding, { tries: holding.tries + 1 });
  try {
    const about = { serverId, userId, roleId, reason: isGiven ? 'live role' : 'live role is over' };
    await (isGiven ? ctx.discord.members.giveRole(about) : ctx.discord.members.takeRole(about));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (refusal.kind === 'role') return await refuse(turn, holding, refusal.problem);
    return await ctx.db.transaction((tx) => forgetMember(tx, { serverId, userId }));
  }
  await ctx.db.transaction(async (tx) => {
    await settleHolding(tx, holding, { hasIt: isGiven, isOurs: isGiven });
    await note(turn, tx, { holding, isGiven, member });
  });
}

/** For the log channel, where there is one. */
async function note(
  { ctx, serverId, logs }: Turn,
  tx: Db,
  { holding, isGiven, member }: { holding: Holding; isGiven: boolean; member: Member },
): Promise<void> {
  const kind = kindOf(holding.reason);
  if (!kind || !logs[`${kind}ChannelId`]) return;
  const { userId, roleId, about } = holding;
  const { user, nick } = member;
  const userName = nick ?? user?.displayName ?? user?.username ?? userId;
  const avatarUrl = imageUrl(ctx.config, 'avatars', userId, user?.avatar ?? null);
  await addNews(tx, { serverId, userId, userName, avatarUrl, roleId, kind, isGiven, about, at: ctx.clock.now() });
  await logSoon(ctx, serverId, kind, tx);
}

async function refuse(turn: Turn, holding: Holding, problem: RoleProblem): Promise<void> {
  const { ctx, serverId, state } = turn;
  turn.refused.add(holding.roleId);
  await parkTrouble(ctx, serverId, { roleId: holding.roleId, problem, source: holding.reason, state });
}

async function findMember(ctx: Ctx, who: Parameters<Ctx['discord']['members']['get']>[0]): Promise<Member | null> {
  try {
    return await ctx.discord.members.get(who);
  } catch (error) {
    if (refusalOf(error)?.kind === 'left') return null;
    throw error;
  }
}
