import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { endDeserted } from './service/end.ts';
import { checkClosed } from './service/preflight.ts';
import { settleMembers } from './service/settle-members.ts';

const settleMembersJob = defineJob({
  name: 'creators/settle-members',
  data: z.object({ streamerIds: z.array(z.uuid()).min(1) }),
  run: async (ctx, { streamerIds }) => await settleMembers(ctx, streamerIds),
});

/** In the transaction of the change, so that it runs exactly when there is something to settle. */
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

export const jobs = [settleMembersJob, endDesertedJob, checkClosedJob];
