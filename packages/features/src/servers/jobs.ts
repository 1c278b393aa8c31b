import { ServerId } from '@tally/contract';
import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { countMembers, forgetServer, listToForget } from './service/presence.ts';

/** One job per server: a feature that fails to delete its data holds up no other server, and is retried. */
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

const count = defineJob({
  name: 'servers/count-members',
  data: z.object({}),
  run: async (ctx) => await countMembers(ctx),
  schedule: '17 4 * * *',
});

export const jobs = [forget, sweep, count];
