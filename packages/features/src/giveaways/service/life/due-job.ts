import { declareJob } from '@tally/kernel';
import { z } from 'zod';

/** Runs when a giveaway starts or ends, and when its claim period ends. */
export const dueJob = declareJob({
  name: 'giveaways/is-due',
  data: z.object({ giveawayId: z.string() }),
  concurrency: 4,
});
