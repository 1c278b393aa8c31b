import { ServerId } from '@tally/contract';
import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { forgetServer, listToForget } from './service/presence.ts';

/** One job per server: a feature that fails to forget holds up nobody else, and is tried again. */
export const forget = defineJob({
  name: 'servers/forget',
  data: z.object({ serverId: ServerId }),
  run: async (ctx, { serverId }) => await forgetServer(ctx, serverId),
});

export const sweep = defineJob({
  name: 'servers/sweep',
  data: z.object({}),
  async run(ctx) {
    for (const serverId of await listToForget(ctx)) {
      await ctx.queue.send(forget, { serverId }, { singletonKey: serverId });
    }
  },
  schedule: '47 * * * *',
});

export const jobs = [forget, sweep];
