import { hasFlag } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { type Ctx, minutes } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { plansOf } from '../../servers/index.ts';
import { listForgotten, listPaused, resumePlace } from '../store.ts';
import { postSoon } from './post.ts';

/** Any job that still exists has started by then. */
const FORGOTTEN_AFTER_MS = minutes(1);

/** Queues the jobs again that were lost. */
export async function callForgotten(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_AFTER_MS);
  for (const channelId of await listForgotten(ctx.db, before)) await postSoon(ctx, channelId, { at: undefined });
}

/** Resumes logs that were paused for a missing permission or for the plan, once neither prevents them. */
export async function wakePaused(ctx: Ctx): Promise<void> {
  const rows = await listPaused(ctx.db, ['permissions', 'planLimit']);
  if (rows.length === 0) return;
  const serverIds = [...new Set(rows.map(({ serverId }) => serverId))];
  const [states, plan] = [await findServerStates(ctx.db, serverIds), await plansOf(ctx, serverIds)];
  for (const { streamerId, serverId, postChannelId, pausedBy } of rows) {
    if (!hasFlag(plan(serverId).bitfield, 'KickAuditLogs')) continue;
    const state = states.get(serverId);
    const mayWrite = state ? (missingIn(ctx, state, postChannelId) ?? []).length === 0 : pausedBy === 'planLimit';
    if (mayWrite) await resumePlace(ctx.db, streamerId);
  }
}
