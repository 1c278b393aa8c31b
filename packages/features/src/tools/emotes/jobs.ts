import { defineJob, handleJob, minutes } from '@tally/kernel';
import { z } from 'zod';
import { work, workSoon } from './service/queue.ts';
import { runImport } from './service/run.ts';
import { listForgotten } from './store/imports.ts';

/** Any waiting job has started by then. */
const FORGOTTEN_AFTER_MS = minutes(2);

const forgotten = defineJob({
  name: 'emotes/call-forgotten',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_AFTER_MS);
    for (const id of await listForgotten(ctx.db, before)) await workSoon(ctx, id);
  },
  schedule: '*/2 * * * *',
});

export const jobs = [
  handleJob(work, async (ctx, { importId }) => {
    const again = await runImport(ctx, importId);
    if (again) await workSoon(ctx, importId, { startAfter: again });
  }),
  forgotten,
];
