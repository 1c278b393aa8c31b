import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, minutes } from '@tally/kernel';
import { intend } from '@tally/pipeline/delivery';
import { z } from 'zod';
import { readTerms } from '../../match/terms.ts';
import { lockGiveaway } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';
import { OWNER } from '../owner.ts';

const BEFORE_END_MS = minutes(10);

export const lastChanceJob = declareJob({
  name: 'giveaways/last-chance',
  data: z.object({ giveawayId: z.string() }),
});

/** Plans a reminder, unless the giveaway ends too soon for one. */
export async function planLastChance(ctx: Ctx, tx: Db, row: GiveawayRow): Promise<void> {
  if (!row.endsAt || !readTerms(row).lastChance) return;
  const startAfter = new Date(row.endsAt.getTime() - BEFORE_END_MS);
  if (startAfter <= ctx.clock.now()) return;
  await ctx.queue.send(lastChanceJob, { giveawayId: row.id }, { tx, startAfter });
}

/** Posts the reminder, unless the end has moved, which queued another job. */
export async function announceLastChance(ctx: Ctx, giveawayId: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, giveawayId);
    if (row?.state !== 'running' || !row.endsAt || !readTerms(row).lastChance) return;
    const left = row.endsAt.getTime() - now.getTime();
    if (left <= 0 || left > BEFORE_END_MS) return;
    await intend(ctx, tx, [
      {
        dedupeKey: `${OWNER} ${row.id} last ${row.endsAt.getTime()}`,
        owner: OWNER,
        serverId: row.serverId,
        subject: row.id,
        kind: 'lastChance',
        channelId: row.channelId,
        about: {},
        detectedAt: now,
        giveUpAt: row.endsAt,
      },
    ]);
  });
}
