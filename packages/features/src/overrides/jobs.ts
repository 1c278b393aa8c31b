import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { sendDigests } from './service/digest.ts';

/** Quiet hours end at any minute, in some zone or other. */
export const endQuietHours = defineJob({
  name: 'overrides/end-quiet-hours',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await sendDigests(ctx),
  schedule: '* * * * *',
});

export const jobs = [endQuietHours];
