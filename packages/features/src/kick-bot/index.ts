import { kickbotTypes } from '@tally/contract';
import { defineFeature, type Webhook } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { followStreamers } from './service/follow-streamers.ts';
import { handlePush } from './service/handle-push.ts';
import { handleLine } from './service/hear-line.ts';
import { subscribeAtStart } from './service/keep-hearing.ts';
import { forgetPlaces } from './store.ts';

export const kickBot = defineFeature({
  name: 'kick-bot',
  routes,
  jobs,
  webhooks: kickbotTypes.map(
    (kind): Webhook => ({
      name: `kickbot-${kind}`,
      path: `/hooks/kickbot/${kind}`,
      methods: ['POST'],
      receive: async (ctx, request) => await handlePush(ctx, kind, request),
    }),
  ),
  platform: subscribeAtStart,
  heard: async (ctx, _tx, heard) => {
    if (heard.kind === 'chat') await handleLine(ctx, heard.message);
  },
  streamersChanged: followStreamers,
  forgetServer: async (ctx, serverId) => await ctx.db.transaction(async (tx) => await forgetPlaces(tx, serverId)),
});
