import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { save, saveSoon } from './service/queue.ts';
import { saveRecording } from './service/save.ts';
import { callForgotten, dropUnfinished, expire } from './service/sweep.ts';

export const jobs = [
  handleJob(save, async (ctx, { recordingId }, { signal }) => {
    const again = await saveRecording(ctx, recordingId, signal);
    if (again) await saveSoon(ctx, recordingId, { startAfter: again });
  }),
  defineJob({
    name: 'vods/call-forgotten',
    data: z.object({}),
    concurrency: 1,
    run: async (ctx) => await callForgotten(ctx),
    schedule: '*/2 * * * *',
  }),
  defineJob({
    name: 'vods/expire',
    data: z.object({}),
    concurrency: 1,
    run: async (ctx) => await expire(ctx),
    schedule: '*/5 * * * *',
  }),
  defineJob({
    name: 'vods/drop-unfinished',
    data: z.object({}),
    concurrency: 1,
    run: async (ctx) => await dropUnfinished(ctx),
    schedule: '17 * * * *',
  }),
];
