import { days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { refreshJob } from './service/refresh.ts';
import { callForgotten, wakePaused } from './service/repair.ts';
import { rolesJob } from './service/roles.ts';
import { deleteGiftsBefore } from './store/gifts.ts';

const GIFTS_KEPT_DAYS = 70;

const repair = defineJob({
  name: 'leaderboards/repair',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    await wakePaused(ctx);
    await callForgotten(ctx);
  },
  schedule: '*/5 * * * *',
});

const tidy = defineJob({
  name: 'leaderboards/forget-gifts',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - days(GIFTS_KEPT_DAYS));
    await deleteGiftsBefore(ctx.db, before.toISOString().slice(0, 10));
  },
  schedule: '41 3 * * *',
});

export const jobs = [refreshJob, rolesJob, repair, tidy];
