import { type Ctx, minutes } from '@tally/kernel';
import { changeCounter, listToCall } from '../store.ts';
import { renameSoon } from './queue.ts';

const FORGOTTEN_AFTER_MS = minutes(2);
/** A manager may have granted the permission by then. Earlier checks would only cause more refusals. */
const TRIED_AGAIN_AFTER_MS = minutes(60);

/** Renames channels whose job was lost, and channels that were paused for a missing permission. */
export async function callForgotten(ctx: Ctx): Promise<void> {
  const ago = (ms: number) => new Date(ctx.clock.now().getTime() - ms);
  const about = { dueBefore: ago(FORGOTTEN_AFTER_MS), restingBefore: ago(TRIED_AGAIN_AFTER_MS) };
  for (const { channelId, pausedBy } of await listToCall(ctx.db, about)) {
    if (pausedBy) await changeCounter(ctx.db, channelId, { pausedBy: null, dueAt: ctx.clock.now() });
    await renameSoon(ctx, channelId);
  }
}
