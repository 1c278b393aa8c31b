import { on } from '@tally/discord/gateway';
import { memberCame, memberChanged, memberLeft, peekActive } from './service/arrive.ts';

/** Most servers have no greeting, so we ignore their members' events. */
const only = { servers: peekActive };

export const gateway = [
  on('memberJoined', async (ctx, event) => await memberCame(ctx, event), only),
  on('memberChanged', async (ctx, event) => await memberChanged(ctx, event), only),
  on('memberLeft', async (ctx, event) => await memberLeft(ctx, event), only),
];
