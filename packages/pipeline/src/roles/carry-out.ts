import { type RoleId, ServerId } from '@tally/contract';
import type { Member } from '@tally/discord/rest';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, hours, seconds } from '@tally/kernel';
import { z } from 'zod';
import { change, finish, leaseOf, memberIsAbsent } from './change.ts';
import type { RoleProblem } from './owner.ts';
import { refusalOf, waitAfter } from './rights.ts';
import { listClaimsFor } from './store/claims.ts';
import { callMember, isBusy, leaseDue, type MemberRoles, postponeHoldings, releaseHoldings } from './store/holdings.ts';
import type { Claim, Holding, MemberKey } from './tables.ts';
import { judge, openWork, type ServerWork } from './work.ts';

const OUTAGE_MS = seconds(10);
const LATER_MS = hours(1);
const PAGE = 20;

export const carryOutJob = defineJob({
  name: 'roles/carry-out',
  data: z.object({ serverId: ServerId }),
  concurrency: 6,
  run: async (ctx, { serverId }, { signal }) => await carryOutDue(ctx, serverId, signal),
});

/** Queues one job per server, even for many changes at once. */
export async function carryOutSoon(
  ctx: Ctx,
  serverId: ServerId,
  about: { readonly tx?: Db; readonly startAfter?: Date } = {},
): Promise<void> {
  await ctx.queue.send(carryOutJob, { serverId }, { singletonKey: serverId, ...about });
}

/**
 * Gives and removes the due roles of a server, one call after another. A permanent refusal is parked and reported once.
 * A limit or an outage ends the run, and a later job continues.
 */
export async function carryOutDue(ctx: Ctx, serverId: ServerId, signal?: AbortSignal): Promise<void> {
  const work = await openWork(ctx, serverId);
  for (;;) {
    const due = await leaseDue(ctx.db, serverId, { ...leaseOf(ctx), limit: PAGE });
    if (due.length === 0) return;
    const left = new Set(due);
    try {
      for (const holdings of Map.groupBy(due, (holding) => holding.userId).values()) {
        if (signal?.aborted) return await carryOutSoon(ctx, serverId);
        const waitMs = await carryOutOrPostpone(work, holdings);
        if (waitMs !== null) return await carryOutSoon(ctx, serverId, { startAfter: after(ctx, waitMs) });
        for (const holding of holdings) left.delete(holding);
      }
    } finally {
      await releaseHoldings(ctx.db, [...left]);
    }
  }
}

const after = (ctx: Ctx, ms: number): Date => new Date(ctx.clock.now().getTime() + ms);

/** Returns how long to wait for Discord, or null. Any other error postpones only this member. */
async function carryOutOrPostpone(work: ServerWork, holdings: readonly Holding[]): Promise<number | null> {
  const { ctx, serverId } = work;
  try {
    await carryOutMember(work, holdings);
    return null;
  } catch (error) {
    const waitMs = waitAfter(error, OUTAGE_MS);
    if (waitMs === null) {
      await postponeHoldings(ctx.db, holdings, after(ctx, LATER_MS));
      ctx.log.error({ err: error, serverId, userId: holdings[0]?.userId }, "A member's roles could not be changed.");
    } else ctx.log.info({ serverId, waitMs }, 'Role changes wait for Discord.');
    return waitMs;
  }
}

export interface MemberOutcome {
  readonly given: readonly RoleId[];
  readonly taken: readonly RoleId[];
  readonly refused: ReadonlyMap<RoleId, RoleProblem>;
}

const MOST_ROLES = 250;

/**
 * Makes all due changes for one member, or for some roles, because the caller waits for the result. Throws on an outage
 * or a limit, and the work is then done as soon as possible.
 */
export async function carryOutNow(ctx: Ctx, whose: MemberRoles): Promise<MemberOutcome | 'busy' | 'left'> {
  const { serverId, userId, roleIds } = whose;
  await callMember(ctx.db, whose, ctx.clock.now());
  if (await isBusy(ctx.db, whose, ctx.clock.now())) {
    await carryOutSoon(ctx, serverId);
    return 'busy';
  }
  const due = await leaseDue(ctx.db, serverId, { ...leaseOf(ctx), limit: MOST_ROLES, userId, roleIds });
  if (due.length === 0) return { given: [], taken: [], refused: new Map() };
  try {
    return await carryOutMember(await openWork(ctx, serverId), due);
  } catch (error) {
    await releaseHoldings(ctx.db, due);
    await carryOutSoon(ctx, serverId, { startAfter: after(ctx, waitAfter(error, OUTAGE_MS) ?? OUTAGE_MS) });
    throw error;
  }
}

async function carryOutMember(work: ServerWork, holdings: readonly Holding[]): Promise<MemberOutcome | 'left'> {
  const { ctx, serverId } = work;
  const [{ userId }] = holdings as readonly [Holding, ...Holding[]];
  const member = await findMember(ctx, { serverId, userId });
  if (!member) {
    await memberIsAbsent(ctx, { serverId, userId });
    return 'left';
  }
  const claims = await listClaimsFor(ctx.db, serverId, [userId], ctx.clock.now());
  const outcome = { given: [] as RoleId[], taken: [] as RoleId[], refused: new Map<RoleId, RoleProblem>() };
  for (const holding of inOrder(holdings, claims)) {
    const verdict = await judge(work, { holding, claims, roleIds: member.roleIds });
    if (verdict.act === 'nothing') {
      await finish(work, holding, verdict, member.roleIds.includes(holding.roleId));
      continue;
    }
    const isGiven = verdict.act === 'give';
    const done = await change(work, { holding, verdict, member, isGiven });
    if (done === 'left') return 'left';
    if (done !== 'done') outcome.refused.set(holding.roleId, done);
    else (isGiven ? outcome.given : outcome.taken).push(holding.roleId);
  }
  return outcome;
}

/** Sorts the roles in the order of the claims, so a log keeps related changes together. */
function inOrder(holdings: readonly Holding[], claims: readonly Claim[]): readonly Holding[] {
  const newest = new Map(claims.map(({ roleId }, place) => [roleId, place]));
  const placeOf = ({ roleId }: Holding) => newest.get(roleId) ?? -1;
  return holdings.toSorted((a, b) => placeOf(a) - placeOf(b));
}

async function findMember(ctx: Ctx, place: MemberKey): Promise<Member | null> {
  try {
    return await ctx.discord.members.get(place);
  } catch (error) {
    if (refusalOf(error) === 'left') return null;
    throw error;
  }
}
