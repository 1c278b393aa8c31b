import { defineJob } from '@tally/kernel';
import { z } from 'zod';
import { tellFeature } from './service/change.ts';
import { hearChats } from './service/hear.ts';
import { notifyGone } from './service/lose.ts';
import { checkGrants, leaveChats } from './service/sweep.ts';
import { giveBack } from './service/unlink.ts';
import { checkRevoked, validateTokens } from './service/validate.ts';

export const jobs = [
  tellFeature,
  giveBack,
  notifyGone,
  hearChats,
  checkRevoked,
  defineJob({
    name: 'connections/validate-tokens',
    data: z.object({}),
    run: async (ctx, _data, { signal }) => await validateTokens(ctx, signal),
    schedule: '*/5 * * * *',
    expireSeconds: 280,
    concurrency: 1,
  }),
  defineJob({
    name: 'connections/check-grants',
    data: z.object({}),
    run: async (ctx, _data, { signal }) => await checkGrants(ctx, signal),
    schedule: '*/10 * * * *',
    expireSeconds: 540,
    concurrency: 1,
  }),
  defineJob({
    name: 'connections/leave-chats',
    data: z.object({}),
    run: async (ctx) => await leaveChats(ctx),
    schedule: '*/5 * * * *',
    concurrency: 1,
  }),
];
