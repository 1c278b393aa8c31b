import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { checkOpen, prune } from './service.ts';

export const jobs = [
  defineJob({
    name: 'error-logs/prune',
    data: z.object({}),
    run: async (ctx) => await prune(ctx),
    schedule: '31 * * * *',
  }),
  defineJob({
    name: 'error-logs/check-open',
    data: z.object({}),
    concurrency: 1,
    run: async (ctx) => await checkOpen(ctx),
    schedule: '*/5 * * * *',
  }),
];
