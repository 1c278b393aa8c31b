import { days, declareJob, defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { announceInChannel, announceInChannelJob } from './service/announce.ts';
import { measureLatency } from './service/latency.ts';
import { tidy } from './service/overview.ts';
import { sample } from './service/sample.ts';
import { dayOf, SAMPLE_EVERY_MS, SHOWN_DAYS } from './service/times.ts';
import { deleteDaysBefore } from './store/health.ts';

const nothing = z.object({});
/** A failed sample is not repeated, because the next one is half a minute away. */
const samplingOnce = { data: nothing, retryLimit: 0, isParked: false, concurrency: 1 } as const;
const secondSample = declareJob({ name: 'status/sample-again', ...samplingOnce });

export const jobs = [
  defineJob({
    name: 'status/tidy',
    data: nothing,
    run: async (ctx) => {
      await tidy(ctx);
      await deleteDaysBefore(ctx.db, dayOf(new Date(ctx.clock.now().getTime() - days(SHOWN_DAYS))));
    },
    schedule: '11 * * * *',
  }),
  defineJob({
    name: 'status/latency-today',
    data: nothing,
    concurrency: 1,
    run: async (ctx) => await measureLatency(ctx, { last: 1 }),
    schedule: '4 * * * *',
  }),
  // Messages may fail hours later, and a nightly run may be missed. So several days are measured again.
  defineJob({
    name: 'status/latency',
    data: nothing,
    concurrency: 1,
    run: async (ctx) => await measureLatency(ctx, { last: 4 }),
    schedule: '24 0 * * *',
  }),
  // Schedules have a resolution of one minute, so one run takes two samples.
  defineJob({
    name: 'status/sample',
    ...samplingOnce,
    schedule: '* * * * *',
    run: async (ctx) => {
      await ctx.queue.send(secondSample, {}, { inSeconds: SAMPLE_EVERY_MS / 1_000 });
      await sample(ctx);
    },
  }),
  handleJob(secondSample, async (ctx) => await sample(ctx)),
  handleJob(announceInChannelJob, async (ctx, { updateId }) => await announceInChannel(ctx, updateId)),
];
