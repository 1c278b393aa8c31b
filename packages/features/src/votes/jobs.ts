import { UserId } from '@tally/contract';
import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { remindVoter } from './service/remind.ts';

export const remind = defineJob({
  name: 'votes/remind',
  data: z.object({ userId: UserId }),
  run: async (ctx, { userId }) => await remindVoter(ctx, userId),
});

export const jobs = [remind];
