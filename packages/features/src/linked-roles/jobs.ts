import { ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, defineJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { tellDiscord } from './service/connection.ts';
import { baseline } from './service/events.ts';
import { tellNews } from './service/log.ts';
import { declareRecords } from './service/records.ts';
import { settle } from './service/settle.ts';
import { pruneDone } from './store/actions.ts';
import { callConnection, listDueConnections } from './store/connections.ts';

const ofServer = z.object({ serverId: ServerId });
/** For the way back of our own changes, and for exports. */
const KEPT_MS = days(7);
const PAGE = 200;

const settleJob = defineJob({
  name: 'linked-roles/settle',
  data: ofServer,
  concurrency: 4,
  run: async (ctx, { serverId }, { signal }) => await settle(ctx, serverId, signal),
});

/** However much changes at once, one job waits. */
export async function settleSoon(ctx: Ctx, serverId: ServerId, about: { tx?: Db; startAfter?: Date } = {}) {
  await ctx.queue.send(settleJob, { serverId }, { singletonKey: serverId, ...about });
}

const logJob = defineJob({
  name: 'linked-roles/log',
  data: ofServer,
  run: async (ctx, { serverId }) => await tellNews(ctx, serverId),
});

export async function logSoon(ctx: Ctx, serverId: ServerId, tx?: Db): Promise<void> {
  await ctx.queue.send(logJob, { serverId }, { singletonKey: serverId, ...(tx ? { tx } : {}) });
}

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

const tidyJob = defineJob({
  name: 'linked-roles/tidy',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await pruneDone(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_MS));
  },
  schedule: '41 3 * * *',
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

export const jobs = [settleJob, logJob, baselineJob, tellJob, tellDue, tidyJob, declareJob];
