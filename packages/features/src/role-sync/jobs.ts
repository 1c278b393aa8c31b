import { days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { syncJobs } from './service/sync.ts';
import { pruneFacts } from './store/facts.ts';

/** Ended subscriptions keep their months for Discord's linked roles if they are renewed within this time. */
const ENDED_KEPT_MS = days(60);

const pruneJob = defineJob({
  name: 'role-sync/prune',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await pruneFacts(ctx.db, new Date(ctx.clock.now().getTime() - ENDED_KEPT_MS)),
  schedule: '27 4 * * *',
});

export const jobs = [...syncJobs, pruneJob];
