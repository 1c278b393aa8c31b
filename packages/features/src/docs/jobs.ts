import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { forgetOldRatings } from './service.ts';

export const jobs = [
  defineJob({
    name: 'docs/forget-ratings',
    data: z.object({}),
    schedule: '52 4 * * *',
    run: async (ctx) => await forgetOldRatings(ctx),
  }),
];
