import { type Platform, platformAddons, platforms, type ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import type { Excess, ServerPlan } from '../../servers/index.ts';
import { setPlanPauses } from '../store/pauses.ts';
import { listStreamersOf, lockStreamers } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { maxStreamers } from './limits.ts';

/**
 * Pauses the newest streamers over the plan's limit, and resumes them when there is room again. Nothing is deleted.
 * Safe to repeat. Every change of plans or add-ons calls this.
 */
export async function applyPlan(ctx: Ctx, serverId: ServerId): Promise<void> {
  for (const platform of platforms) {
    const limit = await maxStreamers(ctx, serverId, platform);
    await ctx.db.transaction(async (tx) => await applyTo(ctx, tx, { serverId, platform, limit }));
  }
}

/** Lists what a plan would not cover, newest first. */
export async function listExceeding(ctx: Ctx, serverId: ServerId, plan: ServerPlan): Promise<readonly Excess[]> {
  const rows = (await listStreamersOf(ctx.db, serverId)).toSorted(oldestFirst);
  return platforms.flatMap((platform) => {
    const addon = platformAddons[platform];
    const over = rows.filter((row) => row.platform === platform).slice(plan.limits[`max${addon}`]);
    return over.toReversed().map(({ id, name }) => ({ addon, id, name }));
  });
}

/** Applies the plan to one platform, inside the transaction of a change. The caller reads the limit before. */
export async function applyTo(
  ctx: Ctx,
  tx: Db,
  { serverId, platform, limit }: { serverId: ServerId; platform: Platform; limit: number },
): Promise<void> {
  await lockStreamers(tx, serverId, platform);
  const rows = (await listStreamersOf(tx, serverId)).filter((row) => row.platform === platform).toSorted(oldestFirst);
  const ids = (list: readonly StreamerRow[]) => list.map((row) => row.id);
  const paused = rows.slice(limit).filter((row) => row.pauseReason !== 'planLimit');
  const resumed = rows.slice(0, limit).filter((row) => row.pauseReason === 'planLimit');
  await setPlanPauses(tx, { paused: ids(paused), resumed: ids(resumed), now: ctx.clock.now() });
  for (const row of paused) await tell(ctx, tx, row, limit);
}

const oldestFirst = (one: StreamerRow, other: StreamerRow): number =>
  one.addedAt.getTime() - other.addedAt.getTime() || (one.id < other.id ? -1 : 1);

async function tell(ctx: Ctx, tx: Db, { serverId, name }: StreamerRow, limit: number): Promise<void> {
  const action = { kind: 'upgrade', path: '/premium', targetId: null } as const;
  await report(ctx, serverId, { reason: 'planLimit', details: { what: name, limit }, action }, tx);
}
