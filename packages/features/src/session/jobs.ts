import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { sweepSessions } from './service/end.ts';

export const jobs = [
  defineJob({
    name: 'session/sweep',
    data: z.object({}),
    run: async (ctx) => await sweepSessions(ctx),
    schedule: '23 * * * *',
  }),
];
