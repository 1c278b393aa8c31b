import { createHash } from 'node:crypto';
import { networkOf } from '@tally/infra/http';
import { type Ctx, hours } from '@tally/kernel';
import { isbot } from 'isbot';
import { countView, forgetViewersBefore, saltOf } from '../store/readers.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/**
 * Counts one view per person and day, except for bots. We store the reader only as a salted hash, and delete the salt
 * after the day ends.
 */
export async function countReader(ctx: Ctx, postId: bigint): Promise<void> {
  const { client, caller } = ctx;
  if (!client || client.userAgent === '' || isbot(client.userAgent)) return;
  const day = dayOf(ctx.clock.now());
  const salt = await ctx.cache.get(`blog/salts/${day}`, hours(1), async () => {
    return await saltOf(ctx.db, day, Buffer.from(ctx.random.bytes(24)).toString('base64url'));
  });
  const who = caller.kind === 'user' ? `user ${caller.userId}` : `${networkOf(client.ip)} ${client.userAgent}`;
  const viewer = createHash('sha256').update(`${salt}\n${postId}\n${who}`).digest('base64url');
  await countView(ctx.db, { day, postId, viewer });
}

export async function forgetViewers(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.clock.now());
  await ctx.db.transaction(async (tx) => await forgetViewersBefore(tx, today));
}
