import { UserId } from '@tally/contract';
import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { followOwners, hearOwner, subscribeNow } from './service/chat/follow-owner.ts';
import { runLine } from './service/chat/hear-line.ts';
import { keepSubscribed } from './service/chat/keep-hearing.ts';
import { doLine, writeAnswer } from './service/chat/run-line.ts';
import { answerInChat } from './service/chat/write-answer.ts';
import { keepTime } from './service/player/advance.ts';
import { forgetOld, keepTimeOf } from './service/player/keep-time.ts';
import { recheck } from './service/request/look-up.ts';
import { recheckPlaying } from './service/request/recheck.ts';

/** Deletes ended items, which can be viewed for a while. */
const forget = defineJob({
  name: 'media-sharing/forget-old',
  data: z.object({}),
  concurrency: 1,
  schedule: '41 4 * * *',
  run: async (ctx) => await forgetOld(ctx),
});

const hear = defineJob({
  name: 'media-sharing/keep-hearing',
  data: z.object({}),
  concurrency: 1,
  schedule: '* * * * *',
  expireSeconds: 55,
  async run(ctx) {
    await followOwners(ctx);
    await keepSubscribed(ctx);
  },
});

export const jobs = [
  handleJob(keepTime, async (ctx, which) => await keepTimeOf(ctx, which)),
  handleJob(recheck, async (ctx, which) => await recheckPlaying(ctx, which)),
  handleJob(runLine, async (ctx, line) => await doLine(ctx, line)),
  handleJob(writeAnswer, async (ctx, answer) => await answerInChat(ctx, answer)),
  handleJob(hearOwner, async (ctx, { ownerId }) => await subscribeNow(ctx, UserId.parse(ownerId))),
  forget,
  hear,
];
