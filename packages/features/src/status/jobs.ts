import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { tidy } from './service.ts';

export const jobs = [
  defineJob({
    name: 'status/tidy',
    data: z.object({}),
    run: async (ctx) => await tidy(ctx),
    schedule: '11 * * * *',
  }),
];
