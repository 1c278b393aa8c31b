import { AppError, type Ctx } from '@tally/kernel';
import { findGiveaway, listDrawing, listToClaim, listToCount, listToEnd, listToStart } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';
import { continueDraw } from '../draw/draw.ts';
import { endClaim } from '../draw/redraw.ts';
import { showCount } from '../entry/count.ts';
import { freezes, thaw } from '../entry/freeze.ts';
import { closeGiveaway } from './close.ts';
import { startGiveaway } from './life.ts';

const AT_ONCE = 200;

/** Does everything that is due for this giveaway. Its dates may have changed since the job was queued. */
export async function doDue(ctx: Ctx, giveawayId: string): Promise<void> {
  const row = await findGiveaway(ctx.db, giveawayId);
  const now = ctx.clock.now();
  const isDue = (at: Date | null) => at !== null && at <= now;
  if (!row || (await freezes(ctx, row))) return;
  if (row.state === 'scheduled' && isDue(row.startsAt)) await startWhenFree(ctx, row);
  if (row.state === 'running' && isDue(row.endsAt)) await closeGiveaway(ctx, row.id, { byId: null });
  if (isDue(row.claimUntil)) await endClaim(ctx, row.id);
}

/** Runs once a minute, so a giveaway continues even if its own job is lost. */
export async function catchUp(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await thaw(ctx);
  const failed = [
    ...(await withEach(ctx, await listToStart(ctx.db, now, AT_ONCE), (row) => startWhenFree(ctx, row))),
    ...(await withEach(ctx, await listToEnd(ctx.db, now, AT_ONCE), (row) => closeWhenPresent(ctx, row))),
    ...(await withEach(ctx, await listToClaim(ctx.db, now, AT_ONCE), async (row) => {
      if (!(await freezes(ctx, row))) await endClaim(ctx, row.id);
    })),
    ...(await withEach(ctx, await listDrawing(ctx.db, AT_ONCE), (row) =>
      continueDraw(ctx, { giveawayId: row.id, number: row.draw }),
    )),
    ...(await withEach(ctx, await listToCount(ctx.db, AT_ONCE), (row) => showCount(ctx, row.id))),
  ];
  if (failed.length > 0) throw failed[0];
}

/** Handles every giveaway even if one throws, and returns the errors. */
async function withEach(
  ctx: Ctx,
  rows: readonly GiveawayRow[],
  work: (row: GiveawayRow) => Promise<void>,
): Promise<unknown[]> {
  const failed: unknown[] = [];
  for (const row of rows) {
    try {
      await work(row);
    } catch (error) {
      ctx.log.warn({ err: error, giveawayId: row.id }, 'an overdue giveaway could not be continued');
      failed.push(error);
    }
  }
  return failed;
}

/** Closes a giveaway whose end is due or whose stream has ended, if the bot is in the server. */
export async function closeWhenPresent(ctx: Ctx, row: GiveawayRow): Promise<void> {
  if (!(await freezes(ctx, row))) await closeGiveaway(ctx, row.id, { byId: null });
}

/** Starts a giveaway if the plan allows one more; otherwise it waits until another one ends. */
export async function startWhenFree(ctx: Ctx, row: GiveawayRow): Promise<void> {
  const { id } = row;
  if (await freezes(ctx, row)) return;
  try {
    await startGiveaway(ctx, id, { byId: null });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.info({ giveawayId: id, code: error.code }, 'a scheduled giveaway cannot start yet');
  }
}
