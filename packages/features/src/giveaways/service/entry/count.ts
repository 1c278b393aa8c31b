import type { Db } from '@tally/infra/db';
import { type Ctx, days, declareJob, seconds } from '@tally/kernel';
import { amend } from '@tally/pipeline/delivery';
import { z } from 'zod';
import { changeGiveaway, lockGiveaway } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';

/** We edit the message this often, because the edit only updates the number on the button. */
const EVERY_MS = seconds(5);
const EVERY_WHEN_BUSY_MS = seconds(15);
/** A giveaway is busy if more people than this have entered since the last edit. */
const BUSY = 5;

export const countJob = declareJob({
  name: 'giveaways/show-count',
  data: z.object({ giveawayId: z.string() }),
  concurrency: 1,
});

/** Combines the edits for several entries into one. */
export async function countSoon(ctx: Ctx, tx: Db, row: GiveawayRow): Promise<void> {
  const pause = row.people - row.shownPeople > BUSY ? EVERY_WHEN_BUSY_MS : EVERY_MS;
  const at = Math.max(ctx.clock.now().getTime(), (row.countedAt?.getTime() ?? 0) + pause);
  await ctx.queue.send(countJob, { giveawayId: row.id }, { tx, singletonKey: row.id, startAfter: new Date(at) });
}

export async function showCount(ctx: Ctx, giveawayId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, giveawayId);
    if (!row?.messageKey || row.people === row.shownPeople) return;
    const now = ctx.clock.now();
    await changeGiveaway(tx, giveawayId, { shownPeople: row.people, countedAt: now });
    if (row.state !== 'running' && row.state !== 'paused') return;
    await amend(ctx, tx, [row.messageKey], { giveUpAt: new Date(now.getTime() + days(1)) });
  });
}
