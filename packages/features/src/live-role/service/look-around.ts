import { ServerId } from '@tally/contract';
import { askAllMembers } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { reviseLinkedSoon } from './revise-linked.ts';
import { forgetScene } from './rules.ts';

/**
 * Rules have changed: asks who shows what right now. The answer may be quick, so what this and the other processes
 * remember of the rules is forgotten first.
 */
export const lookAroundJob = defineJob({
  name: 'live-role/look-around',
  data: z.object({ serverId: ServerId }),
  async run(ctx, { serverId }) {
    await forgetScene(ctx, serverId);
    await askAllMembers(ctx, serverId);
    // Once for however many servers asked: it goes through all that are linked.
    await reviseLinkedSoon(ctx);
  },
});

export async function lookAroundSoon(ctx: Ctx, serverId: ServerId, tx: Db): Promise<void> {
  await ctx.queue.send(lookAroundJob, { serverId }, { singletonKey: serverId, tx });
}
