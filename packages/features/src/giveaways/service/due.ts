import { AppError, type Ctx } from '@tally/kernel';
import { findGiveaway, listDrawing, listToClaim, listToCount, listToEnd, listToStart } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { closeGiveaway } from './close.ts';
import { freezes, thaw } from './freeze.ts';
import { showCount } from './count.ts';
import { goOnDrawing } from './draw.ts';
import { startGiveaway } from './life.ts';
import { endClaim } from './redraw.ts';

const AT_ONCE = 200;

/** Whatever this giveaway is due for now; its moments may have been moved since the job was queued. */
export async function doDue(ctx: Ctx, giveawayId: string): Promise<void> {
  const row = await findGiveaway(ctx.db, giveawayId);
  const now = ctx.clock.now();
  const isDue = (at: Date | null) => at !== null && at <= now;
  if (!row || (await freezes(ctx, row))) return;
  if (row.state === 'scheduled' && isDue(row.startsAt)) await startWhenFree(ctx, row);
  if (row.state === 'running' && isDue(row.endsAt)) await closeGiveaway(ctx, row.id, { byId: null });
  if (isDue(row.claimUntil)) await endClaim(ctx, row.id);
}

/** Once a minute: nothing of a giveaway hangs on one job alone. */
export async function catchUp(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await thaw(ctx);
  for (const row of await listToStart(ctx.db, now, AT_ONCE)) await startWhenFree(ctx, row);
  for (const row of await listToEnd(ctx.db, now, AT_ONCE)) await closeWhenPresent(ctx, row);
  for (const row of await listToClaim(ctx.db, now, AT_ONCE))
    if (!(await freezes(ctx, row))) await endClaim(ctx, row.id);
  for (const row of await listDrawing(ctx.db, AT_ONCE))
    await goOnDrawing(ctx, { giveawayId: row.id, number: row.draw });
  for (const row of await listToCount(ctx.db, AT_ONCE)) await showCount(ctx, row.id);
}

/** Its end is due, or the stream that it follows is over. */
export async function closeWhenPresent(ctx: Ctx, row: GiveawayRow): Promise<void> {
  if (!(await freezes(ctx, row))) await closeGiveaway(ctx, row.id, { byId: null });
}

/** Over the plan's limit it waits in the list, until another one ends. */
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
