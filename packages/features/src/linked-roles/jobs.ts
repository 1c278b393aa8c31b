import { defineJob, handleJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { pushFacts } from './service/connection.ts';
import { baseline } from './service/events.ts';
import { baselineJob, pushFactsJob } from './service/queue.ts';
import { declareRecords } from './service/records.ts';
import { listDueConnections } from './store/connections.ts';

const PAGE = 200;

const pushDueFacts = defineJob({
  name: 'linked-roles/tell-due',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    for (const userId of await listDueConnections(ctx.db, ctx.clock.now(), PAGE))
      await ctx.queue.send(pushFactsJob, { userId }, { singletonKey: userId });
  },
  schedule: '*/10 * * * *',
});

/** Runs soon after the first start, so server owners can use the facts before anyone has linked an account. */
const declareDue = defineJob({
  name: 'linked-roles/declare',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    try {
      await declareRecords(ctx);
    } catch (error) {
      // The job runs again in ten minutes.
      if (!(error instanceof UpstreamError)) throw error;
      ctx.log.warn({ err: error }, 'The facts for linked roles could not be registered at Discord.');
    }
  },
  schedule: '*/10 * * * *',
});

export const jobs = [
  handleJob(baselineJob, async (ctx, { serverId }) => await baseline(ctx, serverId)),
  handleJob(pushFactsJob, async (ctx, { userId }) => await pushFacts(ctx, userId)),
  pushDueFacts,
  declareDue,
];
