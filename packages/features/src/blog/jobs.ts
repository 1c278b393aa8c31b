import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { forgetViewers } from './service/count.ts';

export const jobs = [
  defineJob({
    name: 'blog/forget-viewers',
    data: z.object({}),
    // Runs soon after midnight, when yesterday's salts may be deleted.
    schedule: '7 0 * * *',
    run: async (ctx) => await forgetViewers(ctx),
  }),
];
