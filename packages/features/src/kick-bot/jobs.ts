import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { announceNamedClip, readClip } from './service/announce-clip.ts';
import { keepSubscribed, subscribeLive, subscribeNow } from './service/keep-hearing.ts';

const hearing = defineJob({
  name: 'kick-bot/keep-hearing',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await keepSubscribed(ctx),
  schedule: '*/4 * * * *',
});

export const jobs = [
  handleJob(readClip, announceNamedClip),
  handleJob(subscribeNow, async (ctx, { channelIds }) => await subscribeLive(ctx, channelIds)),
  hearing,
];
