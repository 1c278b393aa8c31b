import { on } from '@tally/discord/gateway';
import { memberCame, memberChanged, memberLeft, peekActive } from './service/arrive.ts';

/** Ignores events of servers without a greeting, because most have none. */
const only = { servers: peekActive };

export const gateway = [
  on('memberJoined', async (ctx, event) => await memberCame(ctx, event), only),
  on('memberChanged', async (ctx, event) => await memberChanged(ctx, event), only),
  on('memberLeft', async (ctx, event) => await memberLeft(ctx, event), only),
];
