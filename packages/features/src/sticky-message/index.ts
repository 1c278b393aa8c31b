import { defineFeature } from '@tally/kernel';
import { flagsOfMessage } from '../message-editor/index.ts';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { stickyPart } from './service/guild-part.ts';
import { preview } from './service/repost.ts';
import { settleStickies } from './service/settle.ts';
import { forgetStickies, listDeliveryKeys, listStickies } from './store/stickies.ts';

export const stickyMessage = defineFeature({
  name: 'sticky-message',
  routes,
  gateway,
  commands,
  jobs,
  guildParts: stickyPart,
  words: { previews: { sticky: preview } },
  flagsInUse: async (ctx, serverId) =>
    (await listStickies(ctx.db, serverId)).flatMap(({ body }) => flagsOfMessage(body)),
  deliveries: {
    delivered: settleStickies,
    stillNeeds: async (ctx, subjects) => await listDeliveryKeys(ctx.db, subjects),
  },
  forgetServer: async (ctx, serverId) => await ctx.db.transaction(async (tx) => await forgetStickies(tx, serverId)),
});
