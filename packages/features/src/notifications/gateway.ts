import type { Ctx } from '@tally/kernel';
import { markSeen } from '@tally/pipeline/delivery';

/** The last node of the signal path: our own message came back over the gateway, so people can see it. */
export async function seeOwnMessages(ctx: Ctx, message: { id: string; isOwn: boolean }): Promise<void> {
  if (message.isOwn) await markSeen(ctx.db, message.id, ctx.clock.now());
}
