import { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, defineJob, minutes, seconds } from '@tally/kernel';
import { z } from 'zod';
import { syncMember } from './service/sync.ts';
import { pruneFacts } from './store/facts.ts';
import { callMembers, takeDue } from './store/members.ts';

const PAGE = 200;
/** A member whose job was lost is found again after this. */
const AGAIN_MS = minutes(20);
const BUSY_MS = seconds(5);
/** Months of subscriptions that have ended are still told to Discord's linked roles, if they go on in time. */
const ENDED_KEPT_MS = days(60);

const syncJob = defineJob({
  name: 'role-sync/sync',
  data: z.object({ serverId: ServerId, userId: UserId }),
  concurrency: 4,
  async run(ctx, place) {
    if ((await syncMember(ctx, place, { isAsked: false })) !== 'busy') return;
    // Whoever is at them sees the call when their turn ends; should it have ended just now, the sweep finds it.
    const now = ctx.clock.now();
    await callMembers(ctx.db, [place], now);
    await ctx.queue.send(sweepJob, {}, { startAfter: new Date(now.getTime() + BUSY_MS), singletonKey: 'busy' });
  },
});

const sweepJob = defineJob({
  name: 'role-sync/sweep',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const now = ctx.clock.now();
    const due = await takeDue(ctx.db, now, new Date(now.getTime() + AGAIN_MS), PAGE);
    await ctx.queue.sendMany(syncJob, due);
    if (due.length === PAGE) await sweepSoon(ctx);
  },
  schedule: '* * * * *',
});

/** However much changes at once, one job waits. */
export async function sweepSoon(ctx: Ctx, tx?: Db): Promise<void> {
  await ctx.queue.send(sweepJob, {}, { singletonKey: 'soon', ...(tx ? { tx } : {}) });
}

const pruneJob = defineJob({
  name: 'role-sync/prune',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await pruneFacts(ctx.db, new Date(ctx.clock.now().getTime() - ENDED_KEPT_MS)),
  schedule: '27 4 * * *',
});

export const jobs = [syncJob, sweepJob, pruneJob];
