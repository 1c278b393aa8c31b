import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { banEvent, followEvent, giftEvent, kicksEvent, subscriptionEvent } from './match.ts';
import { followStreamers } from './service/follow-streamers.ts';
import { log } from './service/hear.ts';
import { OWNER } from './service/post.ts';
import { settleLogs } from './service/settle.ts';
import { forgetLogs } from './store.ts';

export const auditLog = defineFeature({
  name: OWNER,
  jobs,
  heardBanOnce: async (ctx, tx, ban) => await log(ctx, tx, ban.channelId, banEvent(ban)),
  heardGift: async (ctx, tx, gift) => await log(ctx, tx, gift.channelId, giftEvent(gift)),
  heardSubscription: async (ctx, tx, news) => await log(ctx, tx, news.channelId, subscriptionEvent(news)),
  heardKicks: async (ctx, tx, kicks) => await log(ctx, tx, kicks.channelId, kicksEvent(kicks)),
  heardFollow: async (ctx, tx, follow) => await log(ctx, tx, follow.channelId, followEvent(follow)),
  delivered: settleLogs,
  streamersChanged: followStreamers,
  forgetServer: async (ctx, serverId) => await ctx.db.transaction(async (tx) => await forgetLogs(tx, serverId)),
});
