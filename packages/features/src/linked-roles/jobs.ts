import { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { tellDiscord } from './service/connection.ts';
import { baseline } from './service/events.ts';
import { declareRecords } from './service/records.ts';
import { callConnection, listDueConnections } from './store/connections.ts';

const ofServer = z.object({ serverId: ServerId });
const PAGE = 200;

const baselineJob = defineJob({
  name: 'linked-roles/baseline',
  data: ofServer,
  concurrency: 2,
  run: async (ctx, { serverId }) => await baseline(ctx, serverId),
});

export async function baselineSoon(ctx: Ctx, serverId: ServerId, tx?: Db): Promise<void> {
  await ctx.queue.send(baselineJob, { serverId }, { singletonKey: serverId, ...(tx ? { tx } : {}) });
}

const tellJob = defineJob({
  name: 'linked-roles/tell',
  data: z.object({ userId: UserId }),
  concurrency: 2,
  run: async (ctx, { userId }) => await tellDiscord(ctx, userId),
});

/** Discord looks at a person's facts only when it is told. */
export async function tellSoon(ctx: Ctx, userId: UserId, tx: Db): Promise<void> {
  if (!(await callConnection(tx, userId, ctx.clock.now()))) return;
  await ctx.queue.send(tellJob, { userId }, { singletonKey: userId, tx });
}

const tellDue = defineJob({
  name: 'linked-roles/tell-due',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    for (const userId of await listDueConnections(ctx.db, ctx.clock.now(), PAGE))
      await ctx.queue.send(tellJob, { userId }, { singletonKey: userId });
  },
  schedule: '*/10 * * * *',
});

/** Owners find the records in Discord's settings a few minutes after the first start, before anybody has linked. */
const declareJob = defineJob({
  name: 'linked-roles/declare',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    try {
      await declareRecords(ctx);
    } catch (error) {
      // Discord is asked again in ten minutes: nobody has to do anything about it.
      if (!(error instanceof UpstreamError)) throw error;
      ctx.log.warn({ err: error }, 'Discord was not told which facts its linked roles may ask for.');
    }
  },
  schedule: '*/10 * * * *',
});

export const jobs = [baselineJob, tellJob, tellDue, declareJob];
