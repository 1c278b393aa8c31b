import { defineJob, handleJob, minutes } from '@tally/kernel';
import { z } from 'zod';
import { lookUpSoon, lookUps } from './service/draft.ts';
import { lookUpAll } from './service/look-up.ts';
import { askWhoLeft, startIfLeft, whoLeft } from './service/who-left.ts';
import { deleteExpired, listForgotten } from './store.ts';

/** A running worker saves progress more often than this. */
const FORGOTTEN_AFTER_MS = minutes(3);

const sweep = defineJob({
  name: 'moving/sweep',
  data: z.object({}),
  concurrency: 1,
  async run(ctx) {
    const now = ctx.clock.now();
    await deleteExpired(ctx.db, now);
    for (const id of await listForgotten(ctx.db, new Date(now.getTime() - FORGOTTEN_AFTER_MS)))
      await lookUpSoon(ctx, id);
  },
  schedule: '*/5 * * * *',
});

/** Covers a missed event: the bot left while we were not connected, or Discord did not send the event. */
const askAgain = defineJob({
  name: 'moving/ask-who-left',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await askWhoLeft(ctx),
  schedule: '*/10 * * * *',
});

export const jobs = [
  handleJob(lookUps, async (ctx, { moveId }) => {
    const again = await lookUpAll(ctx, moveId);
    if (again) await lookUpSoon(ctx, moveId, { startAfter: again });
  }),
  handleJob(whoLeft, startIfLeft),
  sweep,
  askAgain,
];
