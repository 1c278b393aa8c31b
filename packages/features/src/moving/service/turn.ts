import { claim, dropClaim } from '@tally/infra/idempotency';
import type { Ctx } from '@tally/kernel';

const AGAIN_MS = 250;

/** One call applies a file at a time. The next waits for its end, or until a killed process counts as lost. */
export async function inTurn<T>(ctx: Ctx, moveId: string, run: () => Promise<T>): Promise<T> {
  const call = { caller: 'moving', key: moveId, requestHash: '' };
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
