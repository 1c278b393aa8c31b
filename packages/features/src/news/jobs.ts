import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { importReleases } from './service/import.ts';

export const jobs = [
  defineJob({
    name: 'news/import',
    data: z.object({}),
    // Finds a new version soon after an upgrade. Without one, the job only reads a file.
    schedule: '23 * * * *',
    run: async (ctx) => await importReleases(ctx),
  }),
];
