import { ServerId } from '@tally/contract';
import { SAVED_WITHIN_MS } from '@tally/discord/gateway';
import { type Ctx, defineJob, seconds } from '@tally/kernel';
import { z } from 'zod';
import { notifyManager, notifyManagers } from './service/notify-managers.ts';
import { checkBroken, checkServer } from './service/preflight.ts';

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

/** Changes of a server within this time lead to a single check. */
const TOGETHER_MS = seconds(3);

/**
 * Queues a check for after the server's changes are saved. Many changes share one check. The key contains the time, so
 * a repair that comes too late for a waiting check gets another one.
 */
export async function checkSoon(ctx: Ctx, serverId: ServerId): Promise<void> {
  const at = Math.ceil((ctx.clock.now().getTime() + SAVED_WITHIN_MS) / TOGETHER_MS) * TOGETHER_MS;
  const options = { singletonKey: `${serverId} ${at}`, startAfter: new Date(at) };
  await ctx.queue.send(checkServerJob, { serverId }, options);
}

export const jobs = [checkBrokenJob, checkServerJob, notifyManagers, notifyManager];
