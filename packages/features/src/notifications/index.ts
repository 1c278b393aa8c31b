import type { ServerId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { countPosted, type Delivery, forgetDeliveriesOf } from '@tally/pipeline/delivery';
import { unwatch } from '@tally/pipeline/detection';
import { gateway } from './gateway.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { WATCH_REASON } from './service/add-streamer.ts';
import { compose } from './service/compose.ts';
import { settleDelivery } from './service/settle.ts';
import { pushesOf, pushingPlatforms } from './service/take-pushes.ts';
import { countFollowed, deleteStreamer, listOfServer } from './store.ts';

export const notifications = defineFeature({
  name: 'notifications',
  routes,
  platform: reactTo,
  gateway,
  compose,
  delivered: (ctx: Ctx, delivery: Delivery) => settleDelivery(ctx, delivery),
  webhooks: pushingPlatforms.map(pushesOf),
  counts: async (ctx) => ({
    totalStreamers: await countFollowed(ctx.db),
    totalNotifications: await countPosted(ctx.db),
  }),
  forgetServer,
});

async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const row of await listOfServer(tx, serverId)) {
      await deleteStreamer(tx, row.id);
      await unwatch(tx, { platform: row.platform, channelId: row.channelId, reason: WATCH_REASON, holder: serverId });
    }
    await forgetDeliveriesOf(tx, serverId);
  });
}
