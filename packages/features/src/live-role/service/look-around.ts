import { ServerId } from '@tally/contract';
import { askAllMembers } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { reviseLinkedSoon } from './revise-linked.ts';
import { forgetKnown } from './rules.ts';

/**
 * Rules have changed: queries all current presences. The answer may arrive quickly, so all processes drop their cached
 * rules first.
 */
export const lookAroundJob = defineJob({
  name: 'live-role/look-around',
  data: z.object({ serverId: ServerId }),
  async run(ctx, { serverId }) {
    await forgetKnown(ctx, serverId);
    await askAllMembers(ctx, serverId);
    // One call for any number of servers, because it covers all linked people.
    await reviseLinkedSoon(ctx);
  },
});

export async function lookAroundSoon(ctx: Ctx, serverId: ServerId, tx: Db): Promise<void> {
  await ctx.queue.send(lookAroundJob, { serverId }, { singletonKey: serverId, tx });
}
