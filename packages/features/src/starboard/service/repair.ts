import { findServerStates } from '@tally/discord/gateway';
import { type Ctx, days } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { listPausedBoards, pauseBoard } from '../store/boards.ts';
import { forgetLooksBefore } from '../store/looks.ts';
import { forgetKnown } from './boards.ts';

/** A fence is needed only while a check may be running. */
const LOOKS_KEPT_MS = days(1);

/** Resumes boards that were paused for a missing permission, once the bot has it again. */
export async function wakePaused(ctx: Ctx): Promise<void> {
  const boards = await listPausedBoards(ctx.db, 'permissions');
  const states = await findServerStates(ctx.db, [...new Set(boards.map((board) => board.serverId))]);
  for (const board of boards) {
    const state = states.get(board.serverId);
    if (!state || (missingIn(ctx, state, board.channelId) ?? []).length > 0) continue;
    await pauseBoard(ctx.db, board.id, null);
    await forgetKnown(ctx, board.serverId);
  }
}

export async function forgetOldLooks(ctx: Ctx): Promise<void> {
  await forgetLooksBefore(ctx.db, new Date(ctx.clock.now().getTime() - LOOKS_KEPT_MS));
}
