import { on } from '@tally/discord/gateway';
import { channelDeleted } from './service/rename.ts';

export const gateway = [on('channelDeleted', async (ctx, { id }) => await channelDeleted(ctx, id))];
