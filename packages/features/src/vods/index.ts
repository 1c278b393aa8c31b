import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { keepPart } from './service/guild-part.ts';
import { forgetKeeper } from './store/keepers.ts';
import { countStored } from './store/recordings.ts';

export const vods = defineFeature({
  name: 'vods',
  routes,
  platform: reactTo,
  commands,
  jobs,
  guildParts: keepPart,
  counts: async (ctx) => ({ totalVods: await countStored(ctx.db) }),
  forgetServer: async (ctx, serverId) => await ctx.db.transaction(async (tx) => await forgetKeeper(tx, serverId)),
});
