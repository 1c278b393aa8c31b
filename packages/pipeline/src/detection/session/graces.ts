import type { Ctx } from '@tally/kernel';
import { lockChannel } from '../store/channels.ts';
import { findSession, listDueGraces } from '../store/sessions.ts';
import { endsOf } from './decide.ts';
import { queueEnds } from './observe.ts';

const AT_ONCE = 100;

/**
 * Ends streams for the servers whose grace period has run out. Only the clock counts, so no platform request is needed.
 * Every worker may run this, since each session is decided again under its channel's lock.
 */
export async function endDueGraces(ctx: Ctx): Promise<void> {
  const due = await listDueGraces(ctx.db, ctx.clock.now(), AT_ONCE);
  for (const { id, platform, channelId } of due) {
    await ctx.db.transaction(async (tx) => {
      const channel = await lockChannel(tx, platform, channelId);
      const session = await findSession(tx, id);
      const since = session?.offlineSince;
      if (!channel || !session?.nextGraceAt || !since) return;
      const ends = endsOf({ since, told: session.graceTold, now: ctx.clock.now() });
      if (ends.told.length > 0) await queueEnds(tx, { ctx, channel, session, since, ends });
    });
  }
  if (due.length === AT_ONCE) await endDueGraces(ctx);
}
