import { days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { greetDue, replan } from './service/greet-due.ts';
import { pruneGreetings } from './store/greetings.ts';

/** Somewhere it is midnight every quarter of an hour; an index finds the people. */
const keepDays = defineJob({
  name: 'birthday/keep-days',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await greetDue(ctx);
  },
  schedule: '* * * * *',
});

/** More than a year, so no one is congratulated twice in one year. */
const REMEMBERED_DAYS = 800;

const replanSoon = defineJob({
  name: 'birthday/look-ahead',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await replan(ctx);
    await pruneGreetings(ctx.db, new Date(ctx.clock.now().getTime() - days(REMEMBERED_DAYS)));
  },
  schedule: '11 5 * * *',
});

export const jobs = [keepDays, replanSoon];
