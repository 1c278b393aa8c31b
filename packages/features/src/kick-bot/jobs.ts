import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { hearLive, hearNow, keepHearing } from './service/keep-hearing.ts';
import { readClip, tellNamedClip } from './service/tell-clip.ts';

const hearing = defineJob({
  name: 'kick-bot/keep-hearing',
  data: z.object({}),
  concurrency: 1,
  run: async (ctx) => await keepHearing(ctx),
  schedule: '*/4 * * * *',
});

export const jobs = [
  handleJob(readClip, tellNamedClip),
  handleJob(hearNow, async (ctx, { channelIds }) => await hearLive(ctx, channelIds)),
  hearing,
];
