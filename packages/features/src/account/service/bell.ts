import type { UserId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import type { Ctx } from '@tally/kernel';
import { emptyBell, type NewBellItem, ring } from '../store/bell.ts';
import { personChanged } from './people.ts';

/** A bell keeps at most this many lines; older ones are deleted. */
const KEPT = 100;

/**
 * Adds a line to a person's bell. The caller writes the text in the person's language, and limits repeated lines about
 * the same problem. A call that only notifies passes its `reply`, which is stored in the same transaction.
 */
export async function notify(ctx: Ctx, userId: UserId, item: NewBellItem, reply?: unknown): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await ring(tx, { userId, item, now: ctx.clock.now(), keep: KEPT });
    await keepReply(ctx, tx, reply);
  });
  await personChanged(ctx, userId);
}

export async function clearBell(ctx: Ctx, userId: UserId): Promise<void> {
  await emptyBell(ctx.db, userId);
  await personChanged(ctx, userId);
}
