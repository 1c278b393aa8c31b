import { defineJob, handleJob } from '@tally/kernel';
import { z } from 'zod';
import { continueDraw } from './service/draw/draw.ts';
import { notifyWithdrawn, withdrawnJob } from './service/draw/withdraw-prize.ts';
import { dmJob, writeWinner } from './service/draw/write-winner.ts';
import { countJob, showCount } from './service/entry/count.ts';
import { inviteJob, makeInvite } from './service/entry/invite.ts';
import { drawJob } from './service/life/close.ts';
import { catchUp, doDue } from './service/life/due.ts';
import { dueJob } from './service/life/due-job.ts';
import { announceLastChance, lastChanceJob } from './service/life/last-chance.ts';
import { forgetUnusedPictures } from './service/life/pictures.ts';
import { forgetMessagesElsewhere, listCountingServers } from './store/messages.ts';

/** Each date of a giveaway has its own job. This job catches up after a lost job or a long outage. */
const keepTime = defineJob({
  name: 'giveaways/keep-time',
  data: z.object({}),
  concurrency: 1,
  schedule: '* * * * *',
  run: async (ctx) => await catchUp(ctx),
});

/** We keep message counts only while a giveaway requires them. */
const forgetCounts = defineJob({
  name: 'giveaways/forget-counts',
  data: z.object({}),
  concurrency: 1,
  schedule: '23 4 * * *',
  run: async (ctx) => await forgetMessagesElsewhere(ctx.db, await listCountingServers(ctx.db)),
});

const forgetPictures = defineJob({
  name: 'giveaways/forget-pictures',
  data: z.object({}),
  concurrency: 1,
  schedule: '41 * * * *',
  run: async (ctx) => await forgetUnusedPictures(ctx),
});

export const jobs = [
  handleJob(dueJob, async (ctx, { giveawayId }) => await doDue(ctx, giveawayId)),
  handleJob(drawJob, async (ctx, which) => await continueDraw(ctx, which)),
  handleJob(lastChanceJob, async (ctx, { giveawayId }) => await announceLastChance(ctx, giveawayId)),
  handleJob(inviteJob, async (ctx, { giveawayId }) => await makeInvite(ctx, giveawayId)),
  handleJob(countJob, async (ctx, { giveawayId }) => await showCount(ctx, giveawayId)),
  handleJob(dmJob, async (ctx, letter) => await writeWinner(ctx, letter)),
  handleJob(withdrawnJob, async (ctx, withdrawn) => await notifyWithdrawn(ctx, withdrawn)),
  keepTime,
  forgetCounts,
  forgetPictures,
];
