import type { ServerId } from '@tally/contract';
import { claim, dropClaim } from '@tally/infra/idempotency';
import type { Ctx } from '@tally/kernel';

const AGAIN_MS = 250;

/** Lets one call per server apply a file. The next waits for its end, or until a killed process counts as lost. */
export async function inTurn<T>(ctx: Ctx, serverId: ServerId, run: () => Promise<T>): Promise<T> {
  const call = { caller: 'moving', key: serverId, requestHash: '' };
  for (;;) {
    const claimed = await claim(ctx, call);
    if (claimed.kind !== 'new') {
      await ctx.timers.pause(AGAIN_MS);
      continue;
    }
    try {
      return await run();
    } finally {
      await dropClaim(ctx, call, claimed.claimedAt);
    }
  }
}
