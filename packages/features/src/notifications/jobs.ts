import { ServerId } from '@tally/contract';
import { type Ctx, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { checkBroken, checkServer, SETTLES_IN_MS } from './service/preflight.ts';
import { endHolds } from './service/reconsider.ts';

const endHoldsJob = defineJob({
  name: 'notifications/end-holds',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await endHolds(ctx),
  schedule: '* * * * *',
});

const checkBrokenJob = defineJob({
  name: 'notifications/check-broken',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await checkBroken(ctx),
  schedule: '*/10 * * * *',
});

const checkServerJob = defineJob({
  name: 'notifications/check-server',
  data: z.object({ serverId: ServerId }),
  run: async (ctx, { serverId }) => await checkServer(ctx, serverId),
});

/** However much changes in a server at once, it is looked at once, when the gateway's news of it is saved. */
export async function checkSoon(ctx: Ctx, serverId: ServerId): Promise<void> {
  const startAfter = new Date(ctx.clock.now().getTime() + SETTLES_IN_MS);
  await ctx.queue.send(checkServerJob, { serverId }, { singletonKey: serverId, startAfter });
}

export const jobs = [endHoldsJob, checkBrokenJob, checkServerJob];
