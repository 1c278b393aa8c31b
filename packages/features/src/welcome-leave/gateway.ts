import { on } from '@tally/discord/gateway';
import { memberCame, memberChanged, memberLeft } from './service/arrive.ts';

export const gateway = [
  on('memberJoined', async (ctx, event) => await memberCame(ctx, event)),
  on('memberChanged', async (ctx, event) => await memberChanged(ctx, event)),
  on('memberLeft', async (ctx, event) => await memberLeft(ctx, event)),
];
