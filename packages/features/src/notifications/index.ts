import type { ServerId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { countPosted, type Delivery, forgetDeliveriesOf } from '@tally/pipeline/delivery';
import { takePush, unwatch } from '@tally/pipeline/detection';
import { gateway } from './gateway.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { WATCH_REASON } from './service/add-streamer.ts';
import { settleDelivery } from './service/settle.ts';
import { countFollowed, deleteStreamer, listOfServer } from './store.ts';

export const notifications = defineFeature({
  name: 'notifications',
  routes,
  platform: reactTo,
  gateway,
  delivered: (ctx: Ctx, delivery: Delivery) => settleDelivery(ctx, delivery),
  webhooks: [
    {
      name: 'kick',
      methods: ['POST'],
      async receive(ctx, { headers, query, rawBody }) {
        const reading = await takePush(ctx, 'kick', { headers, query, body: rawBody });
        if (reading.kind !== 'refused') return { status: 200 };
        ctx.log.warn({ reason: reading.reason }, 'a push that claims to come from Kick was refused');
        return { status: 403 };
      },
    },
  ],
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
