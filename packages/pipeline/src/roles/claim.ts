import type { RoleId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import { carryOutSoon } from './carry-out.ts';
import {
  type Cause,
  type ClaimFilter,
  deleteClaims,
  deleteClaimsById,
  deleteEnded,
  insertClaims,
  listClaims,
  type NewClaim,
} from './store/claims.ts';
import { callHoldings, callRoles } from './store/holdings.ts';
import type { Claim } from './tables.ts';

/** An order that could not be fulfilled for this long expires. */
const ORDER_STANDS_MS = days(1);

/** How to make the changes that result from claims. */
interface Follow {
  /**
   * True if the caller makes the changes with `carryOutNow`, because a person is waiting. A queued job would start
   * first.
   */
  readonly isAwaited?: boolean | undefined;
}

/**
 * Claims that members should hold, get or lose a role. Changes are made as soon as Discord allows. Repeating a claim
 * does nothing.
 */
export async function claimRoles(ctx: Ctx, tx: Db, claims: readonly NewClaim[], how: Follow = {}): Promise<void> {
  const now = ctx.clock.now();
  const orderEnds = new Date(now.getTime() + ORDER_STANDS_MS);
  const rows = claims.map((claim) => (claim.wish === 'held' ? claim : { until: orderEnds, ...claim }));
  await follow(ctx, tx, await insertClaims(tx, rows, now), how);
}

/** Drops all matching claims. Returns the claims that existed. */
export async function dropClaims(ctx: Ctx, tx: Db, filter: ClaimFilter): Promise<readonly Cause[]> {
  const dropped = await deleteClaims(tx, filter);
  await follow(ctx, tx, dropped);
  return dropped;
}

/** Makes these the only claims that match the filter: adds missing claims and ends the others. */
export async function replaceClaims(ctx: Ctx, tx: Db, filter: ClaimFilter, claims: readonly NewClaim[]): Promise<void> {
  const wanted = new Set(claims.map(keyOf));
  const over = (await listClaims(tx, filter)).filter((claim) => !wanted.has(keyOf(claim)));
  await endClaims(ctx, tx, over);
  await claimRoles(ctx, tx, claims);
}

const keyOf = ({ serverId, userId, roleId, kind, reason = '' }: NewClaim | Claim): string =>
  [serverId, userId, roleId, kind, reason].join(' ');

/** Ends exactly these claims. */
export async function endClaims(
  ctx: Ctx,
  tx: Db,
  claims: readonly Pick<Claim, 'id'>[],
  how: Follow = {},
): Promise<void> {
  const ids = claims.map(({ id }) => id);
  await follow(ctx, tx, await deleteClaimsById(tx, ids), how);
}

const ENDED_AT_ONCE = 500;

/** Ends claims that have expired. */
export async function endPassed(ctx: Ctx): Promise<void> {
  for (;;) {
    const ended = await ctx.db.transaction(async (tx) => {
      const passed = await deleteEnded(tx, ctx.clock.now(), ENDED_AT_ONCE);
      await follow(ctx, tx, passed);
      return passed.length;
    });
    if (ended < ENDED_AT_ONCE) return;
  }
}

/** Checks all members with one of these roles again, because the conditions of claims have changed. */
export async function recheckRoles(ctx: Ctx, tx: Db, serverId: ServerId, roleIds: readonly RoleId[]): Promise<void> {
  await callRoles(tx, serverId, roleIds, ctx.clock.now());
  await carryOutSoon(ctx, serverId, { tx });
}

async function follow(ctx: Ctx, tx: Db, causes: readonly Cause[], { isAwaited }: Follow = {}): Promise<void> {
  if (causes.length === 0) return;
  await callHoldings(tx, causes, ctx.clock.now());
  // If the caller dies, the sweep that runs every minute continues.
  if (isAwaited) return;
  for (const serverId of new Set(causes.map((cause) => cause.serverId))) await carryOutSoon(ctx, serverId, { tx });
}
