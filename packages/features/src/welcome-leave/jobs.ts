import { days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { deleteLeftBefore } from './store/arrivals.ts';

/** Discord repeats no event that is older than this. */
const REMEMBERED_DAYS = 7;

const forgetLeft = defineJob({
  name: 'welcome-leave/forget-left',
  data: z.object({}),
  run: async (ctx) => await deleteLeftBefore(ctx.db, new Date(ctx.clock.now().getTime() - days(REMEMBERED_DAYS))),
  schedule: '23 3 * * *',
});

export const jobs = [forgetLeft];
