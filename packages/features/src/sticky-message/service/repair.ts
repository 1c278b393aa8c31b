import { type ChannelId, hasFlag, type ServerId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { type Ctx, minutes } from '@tally/kernel';
import { findDelivery, missingIn } from '@tally/pipeline/delivery';
import { report } from '../../error-logs/index.ts';
import { plansOf } from '../../servers/index.ts';
import { restingByPlan } from '../match.ts';
import { findSticky, listForgotten, listPaused, listStickiesOf, pauseSticky, trackSticky } from '../store/stickies.ts';
import type { StickyRow } from '../tables.ts';
import { callWhenDue } from './due.ts';
import { forgetWatched } from './notice.ts';
import { explain, settleStickies } from './settle.ts';

/** Any waiting job has started by then. */
const FORGOTTEN_AFTER_MS = minutes(2);

/** Queues lost jobs again. */
export async function callForgotten(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  for (const row of await listForgotten(ctx.db, new Date(now.getTime() - FORGOTTEN_AFTER_MS))) {
    if (row.pendingKey === null) {
      await callWhenDue(ctx, row.channelId, { at: now });
      continue;
    }
    const delivery = await findDelivery(ctx.db, row.pendingKey);
    if (delivery) await settleStickies(ctx, [delivery]);
    else await trackSticky(ctx.db, row.id, { pendingKey: null, pendingSince: null, dueAt: now });
  }
}

/** Resumes stickies that were paused for a missing permission or for the plan, once nothing prevents them. */
export async function wakePaused(ctx: Ctx): Promise<void> {
  const rows = await listPaused(ctx.db, ['permissions', 'planLimit']);
  if (rows.length === 0) return;
  const serverIds = [...new Set(rows.map((row) => row.serverId))];
  const states = await findServerStates(ctx.db, serverIds);
  const isCovered = await coverage(ctx, serverIds);
  const now = ctx.clock.now();
  for (const row of rows) {
    const state = states.get(row.serverId);
    const mayWrite = state ? (missingIn(ctx, state, row.channelId) ?? []).length === 0 : row.pausedBy === 'planLimit';
    if (!isCovered(row) || !mayWrite) continue;
    await trackSticky(ctx.db, row.id, { pausedBy: null, dueAt: now });
    await callWhenDue(ctx, row.channelId, { at: now });
  }
  await forgetWatched(ctx);
}

async function coverage(ctx: Ctx, serverIds: readonly ServerId[]): Promise<(row: StickyRow) => boolean> {
  const [plan, all] = await Promise.all([plansOf(ctx, serverIds), listStickiesOf(ctx.db, serverIds)]);
  const resting = new Set<string>();
  for (const [serverId, rows] of Map.groupBy(all, (row) => row.serverId)) {
    for (const row of restingByPlan(rows, plan(serverId).limits.maxStickyMessages)) resting.add(row.id);
  }
  return (row) => !resting.has(row.id) && hasFlag(plan(row.serverId).bitfield, 'StickyMessages');
}

export async function channelDeleted(ctx: Ctx, channelId: ChannelId): Promise<void> {
  const row = await findSticky(ctx.db, channelId);
  if (!row || row.pausedBy === 'channelGone') return;
  // The sticky's message was deleted with the channel.
  await pauseSticky(ctx.db, row.id, 'channelGone');
  await trackSticky(ctx.db, row.id, { standingKey: null, messageId: null });
  await forgetWatched(ctx);
  const { serverId } = row;
  const told = await explain(ctx, { serverId, channelId, reasonValues: {} }, 'channelGone');
  if (told) await report(ctx, serverId, told);
}
