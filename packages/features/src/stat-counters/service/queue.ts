import { ChannelId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob } from '@tally/kernel';
import { z } from 'zod';

export const rename = declareJob({
  name: 'stat-counters/rename',
  data: z.object({ channelId: ChannelId }),
  concurrency: 4,
});

/** Queues at most one job per channel, for any number of changes. The job uses the latest number. */
export async function renameSoon(
  ctx: Ctx,
  channelId: ChannelId,
  when: { tx?: Db; startAfter?: Date } = {},
): Promise<void> {
  await ctx.queue.send(rename, { channelId }, { singletonKey: channelId, ...when });
}

export const removeChannel = declareJob({
  name: 'stat-counters/remove-channel',
  data: z.object({ channelId: ChannelId }),
});

export async function removeChannelSoon(ctx: Ctx, channelId: ChannelId, tx?: Db): Promise<void> {
  await ctx.queue.send(removeChannel, { channelId }, { tx });
}
