import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { clipJob, dropOldClips, makeClip } from './service/clip-file.ts';

/** By then, chats have loaded the cards that contain these clips. */
const dropOld = defineJob({
  name: 'embed-fix/drop-old-clips',
  data: z.object({}),
  concurrency: 1,
  schedule: '41 * * * *',
  run: async (ctx) => await dropOldClips(ctx),
});

export const jobs = [handleJob(clipJob, async (ctx, { clipId }) => await makeClip(ctx, clipId)), dropOld];
