import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { importReleases } from './service/import.ts';

export const jobs = [
  defineJob({
    name: 'news/import',
    data: z.object({}),
    // Soon after an upgrade; reading a file is all that it costs otherwise.
    schedule: '23 * * * *',
    run: async (ctx) => await importReleases(ctx),
  }),
];
