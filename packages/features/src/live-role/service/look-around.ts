import { ServerId } from '@tally/contract';
import { askAllMembers } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { reviseLinkedSoon } from './revise-linked.ts';
import { forgetKnown } from './rules.ts';

/**
 * Requests all current presences after rules have changed. All processes drop their cached rules first, because the
 * answer may arrive quickly.
 */
export const lookAroundJob = defineJob({
  name: 'live-role/look-around',
  data: z.object({ serverId: ServerId }),
  async run(ctx, { serverId }) {
    await forgetKnown(ctx, serverId);
    await askAllMembers(ctx, serverId);
    // A single job covers all linked people, even after changes in many servers.
    await reviseLinkedSoon(ctx);
  },
});

export async function lookAroundSoon(ctx: Ctx, serverId: ServerId, tx: Db): Promise<void> {
  await ctx.queue.send(lookAroundJob, { serverId }, { singletonKey: serverId, tx });
}
