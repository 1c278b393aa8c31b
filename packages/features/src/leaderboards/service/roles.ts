import { hasFlag, type RoleId, type ServerId, type UserId } from '@tally/contract';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import { listOwners } from '../../connections/index.ts';
import { report } from '../../error-logs/index.ts';
import { listStreamersById } from '../../notifications/index.ts';
import { findRoleTrouble, planOf } from '../../servers/index.ts';
import { rolesByPlace } from '../match.ts';
import { PLACES } from '../render.ts';
import { listBoardsOf } from '../store/boards.ts';
import { listStandings } from '../store/gifts.ts';
import {
  addHolding,
  endTurn,
  forgetMember,
  keepTurn,
  listHoldings,
  removeHolding,
  takeTurn,
} from '../store/holdings.ts';
import type { Holding } from '../tables.ts';

/** Longer than one member takes. A process that dies holds up the server's roles for so long. */
const TURN_MS = seconds(40);
const BUSY_MS = seconds(2);
const OUTAGE_MS = seconds(15);
const PAGE = '/notifications';

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
const LEFT: ReadonlySet<number | string | undefined> = new Set([10_007, 10_013]);

/**
 * Makes the roles for places what they should be. Safe to repeat; one process at a time. Answers when to come again,
 * where Discord or another process stood in the way.
 */
export async function reconcileRoles(ctx: Ctx, serverId: ServerId, signal?: AbortSignal): Promise<Date | null> {
  const from = (ms: number) => new Date(ctx.clock.now().getTime() + ms);
  if (!(await takeTurn(ctx.db, serverId, ctx.clock.now(), from(TURN_MS)))) return from(BUSY_MS);
  try {
    const wanted = await findWanted(ctx, serverId);
    const held = Map.groupBy(await listHoldings(ctx.db, serverId), (holding) => holding.userId);
    const turn: Turn = { ctx, serverId, closed: new Map() };
    for (const userId of new Set([...wanted.keys(), ...held.keys()])) {
      if (signal?.aborted) break;
      await keepTurn(ctx.db, serverId, from(TURN_MS));
      await settleMember(turn, userId, { wanted: wanted.get(userId) ?? new Set(), held: held.get(userId) ?? [] });
    }
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError) || (error.kind !== 'limited' && error.kind !== 'down')) throw error;
    return from(error.retryAfterMs ?? OUTAGE_MS);
  } finally {
    await endTurn(ctx.db, serverId);
  }
}

interface Turn {
  readonly ctx: Ctx;
  readonly serverId: ServerId;
  /** Roles that the bot cannot give or take: found out, and told, once in a turn. */
  readonly closed: Map<RoleId, boolean>;
}

async function findWanted(ctx: Ctx, serverId: ServerId): Promise<Map<UserId, Set<RoleId>>> {
  const wanted = new Map<UserId, Set<RoleId>>();
  const { bitfield } = await planOf(ctx, serverId);
  if (!hasFlag(bitfield, 'LeaderBoardSyncRoles')) return wanted;
  const boards = (await listBoardsOf(ctx.db, serverId)).filter((board) => board.hasRoles);
  const streamers = await listStreamersById(
    ctx.db,
    boards.map((board) => board.streamerId),
  );
  const active = streamers.filter(({ settings, pauseReason }) => !settings.paused && pauseReason !== 'planLimit');
  const standingsOf = await listStandings(
    ctx.db,
    active.map((streamer) => streamer.channelId),
    { at: ctx.clock.now(), most: PLACES },
  );
  const gifterIds = active.flatMap(({ channelId }) =>
    Object.values(standingsOf(channelId)).flatMap((list) => list.map(({ gifterId }) => gifterId)),
  );
  const owners = await listOwners(ctx, 'kick', [...new Set(gifterIds)]);
  for (const { channelId, settings } of active) {
    const given = rolesByPlace(
      standingsOf(channelId),
      settings.leaderBoardSyncRoles ?? [],
      (gifterId) => owners.get(gifterId)?.userId,
    );
    for (const { userId, roleId } of given) wanted.set(userId, (wanted.get(userId) ?? new Set()).add(roleId));
  }
  return wanted;
}

async function settleMember(
  turn: Turn,
  userId: UserId,
  about: { wanted: ReadonlySet<RoleId>; held: readonly Holding[] },
): Promise<void> {
  const { ctx, serverId } = turn;
  const has = await findRoles(ctx, serverId, userId);
  if (!has) return await forgetMember(ctx.db, serverId, userId);
  for (const roleId of about.wanted) {
    const isOurs = !has.includes(roleId);
    if (isOurs && (await isClosed(turn, roleId))) continue;
    // Noted before it is tried: whoever comes after a crash knows that the role may be ours.
    await addHolding(ctx.db, { serverId, userId, roleId, isOurs });
    if (isOurs && !(await change(turn, userId, roleId, 'giveRole')))
      await removeHolding(ctx.db, { serverId, userId, roleId, isOurs });
  }
  for (const holding of about.held) {
    const { roleId } = holding;
    if (about.wanted.has(roleId)) continue;
    const isTaken = holding.isOurs && has.includes(roleId);
    if (isTaken && (await isClosed(turn, roleId))) continue;
    if (!isTaken || (await change(turn, userId, roleId, 'takeRole'))) await removeHolding(ctx.db, holding);
  }
}

/** Null: not in the server, or not any more. */
async function findRoles(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<readonly RoleId[] | null> {
  try {
    return (await ctx.discord.members.get({ serverId, userId })).roleIds;
  } catch (error) {
    if (error instanceof UpstreamError && LEFT.has(error.upstreamCode)) return null;
    throw error;
  }
}

async function isClosed(turn: Turn, roleId: RoleId): Promise<boolean> {
  const known = turn.closed.get(roleId);
  if (known !== undefined) return known;
  const { ctx, serverId } = turn;
  const what = { say: 'leaderboards.whatRole' } as const;
  const trouble = await findRoleTrouble(ctx, serverId, { roleId, what, path: PAGE });
  if (trouble) await report(ctx, serverId, trouble);
  turn.closed.set(roleId, trouble !== null);
  return trouble !== null;
}

/** False: refused, which closes the role for the rest of the turn; the next one looks again. */
async function change(turn: Turn, userId: UserId, roleId: RoleId, call: 'giveRole' | 'takeRole'): Promise<boolean> {
  const { ctx, serverId } = turn;
  try {
    await ctx.discord.members[call]({ serverId, userId, roleId, reason: 'leaderboard' });
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    if (!LEFT.has(error.upstreamCode)) {
      turn.closed.set(roleId, true);
      ctx.log.info({ serverId, roleId, err: error }, 'Discord refused a role for a place on a leaderboard.');
    }
    return false;
  }
}
