import { days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { greetDue, replan } from './service/greet-due.ts';
import { pruneGreetings } from './store/greetings.ts';

/** Midnight begins in some zone every quarter of an hour. An index finds the people whose day begins. */
const keepDays = defineJob({
  name: 'birthday/keep-days',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await greetDue(ctx);
  },
  schedule: '* * * * *',
});

/** Greetings are kept for more than a year, so no one is congratulated twice for the same birthday. */
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
