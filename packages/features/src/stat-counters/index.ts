import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { followStreamers, makeCounters } from './service/change.ts';
import { streamerFacts } from './service/read.ts';
import { reactTo } from './service/update.ts';
import { countCounters, forgetCounters } from './store.ts';

export const statCounters = defineFeature({
  name: 'stat-counters',
  routes,
  gateway,
  commands,
  jobs,
  platform: reactTo,
  streamerFacts,
  streamersChanged: followStreamers,
  words: { panels: { statCounters: async (ctx, serverId, { body }) => await makeCounters(ctx, serverId, body) } },
  counts: async (ctx) => ({ totalStatChannels: await countCounters(ctx.db) }),
  forgetServer: async (ctx, serverId) => await forgetCounters(ctx.db, serverId),
});
