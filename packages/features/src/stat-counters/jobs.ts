import { defineJob, handleJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { removeChannel, rename, renameSoon } from './service/queue.ts';
import { renameCounter } from './service/rename.ts';
import { callForgotten } from './service/repair.ts';
import { updateAll } from './service/update.ts';

const update = defineJob({
  name: 'stat-counters/update-all',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await callForgotten(ctx);
    await updateAll(ctx);
  },
  schedule: '*/10 * * * *',
});

export const jobs = [
  handleJob(rename, async (ctx, { channelId }) => {
    const again = await renameCounter(ctx, channelId);
    if (again) await renameSoon(ctx, channelId, { startAfter: again });
  }),
  handleJob(removeChannel, async (ctx, { channelId }) => {
    try {
      await ctx.discord.servers.deleteChannel({ channelId, reason: 'stat counter' });
    } catch (error) {
      // The channel is already deleted, or no longer ours to delete. A retry would not help.
      const isFinal = error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied');
      if (!isFinal) throw error;
    }
  }),
  update,
];
