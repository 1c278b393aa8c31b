import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { postJob } from './service/post.ts';
import { callForgotten, wakePaused } from './service/repair.ts';

const repair = defineJob({
  name: 'audit-log/repair',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await wakePaused(ctx);
    await callForgotten(ctx);
  },
  schedule: '*/2 * * * *',
});

export const jobs = [postJob, repair];
