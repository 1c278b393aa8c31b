import { days, defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { notifyAsker, notifyAskerJob, notifyStaff, notifyStaffJob } from './service/ask.ts';
import { tidyMissed } from './store/questions.ts';

const MISSED_DAYS = 90;
const MISSED_KEPT = 500;

export const jobs = [
  handleJob(notifyStaffJob, async (ctx, { questionId }) => await notifyStaff(ctx, questionId)),
  handleJob(notifyAskerJob, async (ctx, { questionId }) => await notifyAsker(ctx, questionId)),
  defineJob({
    name: 'faq/tidy-missed',
    data: z.object({}),
    schedule: '41 4 * * *',
    run: async (ctx) => {
      const before = new Date(ctx.clock.now().getTime() - days(MISSED_DAYS));
      await tidyMissed(ctx.db, { before, keep: MISSED_KEPT });
    },
  }),
];
