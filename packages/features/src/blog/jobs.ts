import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { forgetViewers } from './service/count.ts';

export const jobs = [
  defineJob({
    name: 'blog/forget-viewers',
    data: z.object({}),
    // Soon after midnight.
    schedule: '7 0 * * *',
    run: async (ctx) => await forgetViewers(ctx),
  }),
];
