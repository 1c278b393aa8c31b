import { hasFlag } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { type Ctx, minutes } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { plansOf } from '../../servers/index.ts';
import { listForgotten, listPaused, resumePlace } from '../store.ts';
import { postSoon } from './post.ts';

/** Long enough that whoever has the call would have taken it. */
const FORGOTTEN_AFTER_MS = minutes(1);

/** Channels whose call was lost, whatever lost it, are called again. */
export async function callForgotten(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_AFTER_MS);
  for (const channelId of await listForgotten(ctx.db, before)) await postSoon(ctx, channelId, { at: undefined });
}

/** What rests for a missing permission, or for the plan, goes on by itself once nothing stands against it. */
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
