import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { prune } from './service.ts';

export const jobs = [
  defineJob({
    name: 'error-logs/prune',
    data: z.object({}),
    run: async (ctx) => await prune(ctx),
    schedule: '31 * * * *',
  }),
];
