import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { countMembers, forgetJob, forgetServer, listToForget } from './service/presence.ts';

export const sweep = defineJob({
  name: 'servers/sweep',
  data: z.object({}),
  async run(ctx) {
    for (const serverId of await listToForget(ctx)) {
      await ctx.queue.send(forgetJob, { serverId }, { singletonKey: serverId });
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

export const jobs = [handleJob(forgetJob, (ctx, { serverId }) => forgetServer(ctx, serverId)), sweep, count];
