import { hasFlag, type ServerId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { type Ctx, minutes } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { plansOf } from '../../servers/index.ts';
import { changeBoard, listBoardsOf, listForgotten, listPaused } from '../store/boards.ts';
import { refreshSoon } from './refresh.ts';

/** Any job that still exists has started by then. */
const FORGOTTEN_AFTER_MS = minutes(2);

/** Queues messages whose job was lost, and those from yesterday, because a new week or month may have begun. */
export async function callForgotten(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const dueBefore = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  for (const row of await listForgotten(ctx.db, { dueBefore, shownBefore: midnight })) {
    await changeBoard(ctx.db, row.streamerId, { dueAt: now });
    await refreshSoon(ctx, row.streamerId);
  }
}

/** Resumes messages that were paused for a missing permission or for the plan, once neither prevents them. */
export async function wakePaused(ctx: Ctx): Promise<void> {
  const rows = await listPaused(ctx.db, ['permissions', 'planLimit']);
  if (rows.length === 0) return;
  const serverIds = [...new Set(rows.map((row) => row.serverId))];
  const [states, plan] = [await findServerStates(ctx.db, serverIds), await plansOf(ctx, serverIds)];
  for (const row of rows) {
    if (!row.postChannelId || !hasFlag(plan(row.serverId).bitfield, 'RefreshingLeaderboard')) continue;
    const state = states.get(row.serverId);
    const mayWrite = state
      ? (missingIn(ctx, state, row.postChannelId) ?? []).length === 0
      : row.pausedBy === 'planLimit';
    if (!mayWrite) continue;
    await changeBoard(ctx.db, row.streamerId, { pausedBy: null, dueAt: ctx.clock.now() });
    await refreshSoon(ctx, row.streamerId);
  }
}

/** Queues the affected messages after a change of plan. Their jobs then check the new plan. */
export async function fitPlan(ctx: Ctx, serverId: ServerId): Promise<void> {
  for (const row of await listBoardsOf(ctx.db, serverId)) {
    if (!row.postChannelId || (row.pausedBy && row.pausedBy !== 'planLimit')) continue;
    await changeBoard(ctx.db, row.streamerId, { pausedBy: null, dueAt: ctx.clock.now() });
    await refreshSoon(ctx, row.streamerId);
  }
}
