import { kickbotTypes } from '@tally/contract';
import { defineFeature, type Webhook } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { followStreamers } from './service/follow-streamers.ts';
import { hearLine } from './service/hear-line.ts';
import { hearFromTheStart } from './service/keep-hearing.ts';
import { takePush } from './service/take-push.ts';
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
      receive: async (ctx, request) => await takePush(ctx, kind, request),
    }),
  ),
  platform: hearFromTheStart,
  heard: async (ctx, _tx, heard) => {
    if (heard.kind === 'chat') await hearLine(ctx, heard.message);
  },
  streamersChanged: followStreamers,
  forgetServer: async (ctx, serverId) => await ctx.db.transaction(async (tx) => await forgetPlaces(tx, serverId)),
});
