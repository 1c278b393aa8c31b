import { declareJob } from '@tally/kernel';
import { z } from 'zod';

/** Runs at a date of a giveaway: its start, its end, the end of the time to claim. */
export const dueJob = declareJob({
  name: 'giveaways/is-due',
  data: z.object({ giveawayId: z.string() }),
  concurrency: 4,
});
