import type { UserId, VoteState } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { remind } from '../jobs.ts';
import { countVotes, findLastVote, removeReminder, saveReminder, wantsReminder } from '../store.ts';

export async function getState(ctx: Ctx, userId: UserId): Promise<VoteState> {
  const [last, total, wants] = await Promise.all([
    findLastVote(ctx.db, userId),
    countVotes(ctx.db, userId),
    wantsReminder(ctx.db, userId),
  ]);
  return {
    isOn: !ctx.config.topgg.isOff,
    total,
    lastVotedAt: last?.votedAt ?? null,
    validUntil: last && last.validUntil > ctx.clock.now() ? last.validUntil : null,
    wantsReminder: wants,
  };
}

/** Switches the reminder. If a vote counts at the moment, the reminder comes when it expires. */
export async function setReminder(ctx: Ctx, userId: UserId, isWanted: boolean): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!isWanted) {
      await removeReminder(tx, userId);
      return;
    }
    await saveReminder(tx, userId, ctx.clock.now());
    const last = await findLastVote(tx, userId);
    if (last && last.validUntil > ctx.clock.now())
      await ctx.queue.send(remind, { userId }, { tx, singletonKey: userId, startAfter: last.validUntil });
  });
}
