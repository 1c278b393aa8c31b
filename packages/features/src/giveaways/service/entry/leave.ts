import type { UserId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { addToCount, deleteEntry, insertRemoval } from '../../store/entries.ts';
import { lockGiveaway } from '../../store/giveaways.ts';
import { wrongState } from '../life/wrong-state.ts';
import { note } from '../note.ts';
import { countSoon } from './count.ts';

type Removed = { readonly reason: string; readonly byId: UserId | null } | null;

/** Removes an entry from a giveaway that has not ended. Returns whether there was one. */
export async function takeOut(
  ctx: Ctx,
  id: string,
  { userId, removed, reply }: { userId: UserId; removed: Removed; reply?: string },
): Promise<boolean> {
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row) throw new AppError('giveawayNotFound');
    if (row.state !== 'running' && row.state !== 'paused') throw await wrongState(ctx, tx, id);
    const entry = await deleteEntry(tx, id, userId);
    if (!entry) return false;
    const after = await addToCount(tx, id, { people: -1, tickets: -entry.tickets });
    if (after) await countSoon(ctx, tx, after);
    await keepReply(ctx, tx, reply);
    if (!removed) return true;
    const { reason, byId } = removed;
    await insertRemoval(tx, { giveawayId: id, key: entry.key, reason, removedAt: now });
    await note(ctx, tx, row, [{ event: 'entryRemoved', byId, details: { key: entry.key, reason } }]);
    return true;
  });
}
