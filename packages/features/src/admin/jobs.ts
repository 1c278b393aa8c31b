import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { backUp } from './service/backups.ts';
import { endBans } from './service/bans.ts';
import { forgetOldDeeds } from './service/deeds.ts';
import { fold, rollUp } from './service/roll-up.ts';

export const jobs = [
  defineJob({
    name: 'admin/roll-up',
    data: z.object({}),
    schedule: '7 * * * *',
    concurrency: 1,
    run: async (ctx) => await rollUp(ctx),
  }),
  defineJob({
    name: 'admin/end-bans',
    data: z.object({}),
    schedule: '*/5 * * * *',
    concurrency: 1,
    run: async (ctx) => await endBans(ctx),
  }),
  defineJob({
    name: 'admin/forget-old-deeds',
    data: z.object({}),
    schedule: '41 3 * * *',
    run: async (ctx) => await forgetOldDeeds(ctx),
  }),
  defineJob({
    name: 'admin/back-up',
    data: z.object({}),
    schedule: '23 1 * * *',
    concurrency: 1,
    expireSeconds: 6 * 3_600,
    retryLimit: 2,
    run: async (ctx) => await backUp(ctx),
  }),
  defineJob({ name: 'admin/fold', data: z.object({}), schedule: '52 3 * * *', run: async (ctx) => await fold(ctx) }),
];
