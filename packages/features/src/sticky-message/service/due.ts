import { ChannelId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { repost } from './repost.ts';

/** At most one job per channel waits. When it runs, it checks whether the sticky is due. */
export const repostJob = defineJob({
  name: 'sticky-message/repost',
  data: z.object({ channelId: ChannelId }),
  concurrency: 8,
  async run(ctx, { channelId }) {
    const again = await repost(ctx, channelId);
    if (again) await callWhenDue(ctx, channelId, { at: again });
  },
});

export async function callWhenDue(ctx: Ctx, channelId: ChannelId, { at, tx }: { at: Date; tx?: Db }): Promise<void> {
  await ctx.queue.send(repostJob, { channelId }, { tx, singletonKey: channelId, startAfter: at });
}
