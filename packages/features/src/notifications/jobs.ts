import { ServerId } from '@tally/contract';
import { type Ctx, defineJob, seconds } from '@tally/kernel';
import { z } from 'zod';
import { checkBroken, checkServer, SETTLES_IN_MS } from './service/preflight.ts';
import { endHolds } from './service/reconsider.ts';
import { tellManager, tellManagers } from './service/tell-managers.ts';

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

/** However much changes in a server in this time is looked at once. */
const TOGETHER_MS = seconds(3);

/**
 * However much changes in a server at once, it is looked at once, when the gateway's news of it is saved. The key names
 * the time: what is repaired while a check waits may not be saved when that one runs, and gets its own.
 */
export async function checkSoon(ctx: Ctx, serverId: ServerId): Promise<void> {
  const at = Math.ceil((ctx.clock.now().getTime() + SETTLES_IN_MS) / TOGETHER_MS) * TOGETHER_MS;
  const options = { singletonKey: `${serverId} ${at}`, startAfter: new Date(at) };
  await ctx.queue.send(checkServerJob, { serverId }, options);
}

export const jobs = [endHoldsJob, checkBrokenJob, checkServerJob, tellManagers, tellManager];
