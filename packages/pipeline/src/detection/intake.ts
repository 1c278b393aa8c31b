import type { Platform } from '@tally/contract';
import type { Ctx, Hint, Push, PushReading } from '@tally/kernel';
import { observe } from './observe.ts';
import { isWatched, rememberPush } from './store.ts';

/**
 * A push arrives. What is genuine is stored together with what follows from it, in one transaction, before the
 * caller is told "received": nothing is acknowledged that could still be lost.
 */
export async function takePush(ctx: Ctx, platform: Platform, push: Push): Promise<PushReading> {
  const connection = ctx.platforms.find(platform);
  if (!connection?.readPush) return { kind: 'refused', reason: 'this platform does not push' };
  const reading = await connection.readPush(push);
  if (reading.kind === 'hint') await storeHint(ctx, reading.hint);
  if (reading.kind === 'hints') for (const hint of reading.hints) await storeHint(ctx, hint);
  return reading;
}

async function storeHint(ctx: Ctx, hint: Hint): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await rememberPush(tx, hint, ctx.clock.now()))) return;
    if (!hint.snapshot || !(await isWatched(tx, hint.platform, hint.channelId))) return;
    await observe(ctx, tx, hint.platform, { snapshot: hint.snapshot, isSigned: true });
  });
}
