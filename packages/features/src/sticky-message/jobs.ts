import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { repostJob } from './service/due.ts';
import { callForgotten, wakePaused } from './service/repair.ts';

const forgotten = defineJob({
  name: 'sticky-message/call-forgotten',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await callForgotten(ctx),
  schedule: '* * * * *',
});

const paused = defineJob({
  name: 'sticky-message/wake-paused',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await wakePaused(ctx),
  schedule: '*/5 * * * *',
});

export const jobs = [repostJob, forgotten, paused];
