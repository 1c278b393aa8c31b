import { ChannelId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { renameCounter } from './service/rename.ts';
import { callForgotten } from './service/repair.ts';
import { updateAll } from './service/update.ts';

const rename = defineJob({
  name: 'stat-counters/rename',
  data: z.object({ channelId: ChannelId }),
  concurrency: 4,
  async run(ctx, { channelId }) {
    const again = await renameCounter(ctx, channelId);
    if (again) await renameSoon(ctx, channelId, { startAfter: again });
  },
});

/** However often the number changes, one call of a channel waits, and it takes the newest. */
export async function renameSoon(
  ctx: Ctx,
  channelId: ChannelId,
  when: { tx?: Db; startAfter?: Date } = {},
): Promise<void> {
  await ctx.queue.send(rename, { channelId }, { singletonKey: channelId, ...when });
}

const removeChannel = defineJob({
  name: 'stat-counters/remove-channel',
  data: z.object({ channelId: ChannelId }),
  async run(ctx, { channelId }) {
    try {
      await ctx.discord.servers.deleteChannel({ channelId, reason: 'stat counter' });
    } catch (error) {
      // Deleted already, or not ours to delete any more: nobody waits for it.
      const isFinal = error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied');
      if (!isFinal) throw error;
    }
  },
});

export async function removeChannelSoon(ctx: Ctx, channelId: ChannelId, tx?: Db): Promise<void> {
  await ctx.queue.send(removeChannel, { channelId }, { tx });
}

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

export const jobs = [rename, removeChannel, update];
