import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { lookJob } from './service/queue-look.ts';
import { forgetOldLooks, wakePaused } from './service/repair.ts';

const paused = defineJob({
  name: 'starboard/wake-paused',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await wakePaused(ctx),
  schedule: '*/5 * * * *',
});

const tidy = defineJob({
  name: 'starboard/forget-looks',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await forgetOldLooks(ctx),
  schedule: '37 3 * * *',
});

export const jobs = [lookJob, paused, tidy];
