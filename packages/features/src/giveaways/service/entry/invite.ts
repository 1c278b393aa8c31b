import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { readTerms } from '../../match/terms.ts';
import { changeGiveaway, findGiveaway } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';

export const inviteJob = declareJob({
  name: 'giveaways/invite',
  data: z.object({ giveawayId: z.string() }),
});

export async function planInvite(ctx: Ctx, tx: Db, row: GiveawayRow): Promise<void> {
  if (!readTerms(row).listed || row.inviteCode) return;
  await ctx.queue.send(inviteJob, { giveawayId: row.id }, { tx, singletonKey: row.id });
}

/** Creates an invite for the public list. Without the permission to create one, the list shows no link. */
export async function makeInvite(ctx: Ctx, giveawayId: string): Promise<void> {
  const row = await findGiveaway(ctx.db, giveawayId);
  if (!row || row.inviteCode || !readTerms(row).listed) return;
  try {
    const { code } = await ctx.discord.servers.createInvite({ channelId: row.channelId, reason: 'public giveaway' });
    await changeGiveaway(ctx.db, giveawayId, { inviteCode: code });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    ctx.log.info({ err: error, giveawayId }, 'a public giveaway has no invite');
  }
}
