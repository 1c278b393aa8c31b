import { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob } from '@tally/kernel';
import { z } from 'zod';
import { callConnection } from '../store/connections.ts';

export const baselineJob = declareJob({
  name: 'linked-roles/baseline',
  data: z.object({ serverId: ServerId }),
  concurrency: 2,
});

export async function baselineSoon(ctx: Ctx, serverId: ServerId, tx?: Db): Promise<void> {
  await ctx.queue.send(baselineJob, { serverId }, { singletonKey: serverId, ...(tx ? { tx } : {}) });
}

export const pushFactsJob = declareJob({
  name: 'linked-roles/tell',
  data: z.object({ userId: UserId }),
  concurrency: 2,
});

/** Queues a person's facts, because Discord updates their roles only when we send them. */
export async function pushFactsSoon(ctx: Ctx, userId: UserId, tx: Db): Promise<void> {
  if (!(await callConnection(tx, userId, ctx.clock.now()))) return;
  await ctx.queue.send(pushFactsJob, { userId }, { singletonKey: userId, tx });
}
