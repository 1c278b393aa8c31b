import { leaderboards } from '@tally/contract';
import { implement } from '@tally/kernel';
import { readLeaderboards } from './service/read.ts';

export const routes = implement(leaderboards, {
  getLeaderboards: async (ctx, { params }) => await readLeaderboards(ctx, params.guildId, params.streamer),
});
