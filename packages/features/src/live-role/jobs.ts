import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { syncWatches } from './service/links.ts';
import { lookAroundJob } from './service/look-around.ts';
import { reviseLinked, reviseLinkedJob } from './service/revise-linked.ts';

const followLinked = defineJob({
  name: 'live-role/follow-linked',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await syncWatches(ctx);
    await reviseLinked(ctx);
  },
  schedule: '*/10 * * * *',
});

export const jobs = [lookAroundJob, reviseLinkedJob, followLinked];
