import { hasBit, type ServerId, type UserId, userPremiumFlags } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { personChanged } from '../../account/index.ts';
import { applyPlan } from '../jobs.ts';
import {
  deleteEntitlement,
  type EntitlementKey,
  findEntitlement,
  findServerPremium,
  listEntitlements,
  saveEntitlement,
} from '../store/entitlements.ts';
import type { Extras } from '../tables.ts';
import type { Catalogue } from './catalogue.ts';
import { serverKey, userKey, userPlanFrom } from './entitled.ts';

export interface Grant {
  readonly tierId: string | null;
  readonly extras?: Extras;
  readonly bitfield?: bigint;
}

/**
 * Sets a holder's premium from one source; null removes it. The caller's transaction includes all consequences: caches
 * of all processes, pauses, and the server in a personal plan. Load `known` before it, with `catalogue(ctx)`.
 */
export async function entitle(
  ctx: Ctx,
  tx: Db,
  { key, grant, known }: { key: EntitlementKey; grant: Grant | null; known: Catalogue },
): Promise<boolean> {
  const former = await findEntitlement(tx, key);
  const isNothing =
    !grant || (grant.tierId === null && !grant.bitfield && Object.keys(grant.extras ?? {}).length === 0);
  if (isNothing) {
    if (!former) return false;
    await deleteEntitlement(tx, key);
  } else {
    const { tierId, extras = {}, bitfield = 0n } = grant;
    const isSame =
      former?.tierId === tierId && former.bitfield === bitfield && sorted(former.extras) === sorted(extras);
    if (isSame) return false;
    await saveEntitlement(tx, { ...key, tierId, extras, bitfield, since: ctx.clock.now() });
  }
  if (key.holder === 'guild') await serverChanged(ctx, tx, key.holderId as ServerId);
  else await userChanged(ctx, tx, { userId: key.holderId as UserId, known });
  return true;
}

const sorted = (extras: Extras): string =>
  JSON.stringify(Object.entries(extras).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export async function serverChanged(ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  await ctx.cache.forget(serverKey(serverId));
  await ctx.queue.send(applyPlan, { serverId }, { tx, singletonKey: serverId });
}

async function userChanged(ctx: Ctx, tx: Db, { userId, known }: { userId: UserId; known: Catalogue }): Promise<void> {
  await ctx.cache.forget(userKey(userId));
  await personChanged(ctx, userId);
  await carryOver(ctx, tx, { userId, known });
}

/** Gives the person's chosen server the tier that their plan includes, for as long as they have that plan. */
export async function carryOver(
  ctx: Ctx,
  tx: Db,
  { userId, known }: { userId: UserId; known: Catalogue },
): Promise<void> {
  const chosen = await findServerPremium(tx, userId);
  if (!chosen?.serverId) return;
  const plan = userPlanFrom(known, await listEntitlements(tx, 'user', [userId]));
  const carries = hasBit(plan.bitfield, userPremiumFlags.HasOneServerPremium.bit);
  await entitle(ctx, tx, {
    key: { holder: 'guild', holderId: chosen.serverId, source: 'user', sourceId: userId },
    grant: carries && plan.serverTier ? { tierId: plan.serverTier } : null,
    known,
  });
}
