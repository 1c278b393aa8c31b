import type { Db } from '@tally/infra/db';
import { type Ctx, days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { endHolds } from './service/announce/end-holds.ts';
import { endDeserted } from './service/joint/end.ts';
import { checkClosed } from './service/joint/preflight.ts';
import { settleMembers } from './service/joint/settle-members.ts';
import { deleteClosedBefore } from './store/broadcasts.ts';

const endHoldsJob = defineJob({
  name: 'notifications/end-holds',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await endHolds(ctx),
  schedule: '* * * * *',
});

const settleMembersJob = defineJob({
  name: 'creators/settle-members',
  data: z.object({ streamerIds: z.array(z.uuid()).min(1) }),
  run: async (ctx, { streamerIds }) => await settleMembers(ctx, streamerIds),
});

/** Queued in the transaction of the change, so the job runs only if the change commits. */
export async function settleSoon(ctx: Ctx, tx: Db, streamerIds: readonly string[]): Promise<void> {
  if (streamerIds.length > 0) await ctx.queue.send(settleMembersJob, { streamerIds: [...streamerIds] }, { tx });
}

const endDesertedJob = defineJob({
  name: 'creators/end-deserted',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await endDeserted(ctx),
  schedule: '*/5 * * * *',
});

const checkClosedJob = defineJob({
  name: 'creators/check-closed',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await checkClosed(ctx),
  schedule: '*/10 * * * *',
});

const BROADCASTS_AT_ONCE = 500;

/** Keeps broadcasts as long as messages, because until then a stream may continue in one. */
const forgetBroadcastsJob = defineJob({
  name: 'creators/forget-broadcasts',
  data: z.object({}),
  concurrency: 1,
  async run(ctx, _data, { signal }) {
    const before = new Date(ctx.clock.now().getTime() - days(ctx.config.JOURNAL_DAYS));
    for (let gone = BROADCASTS_AT_ONCE; gone === BROADCASTS_AT_ONCE && !signal.aborted; )
      gone = await deleteClosedBefore(ctx.db, before, BROADCASTS_AT_ONCE);
  },
  schedule: '51 2 * * *',
});

export const creatorJobs = [settleMembersJob, endDesertedJob, checkClosedJob, forgetBroadcastsJob];
export const jobs = [endHoldsJob];
