import { type MessageDraft, platforms, type ServerId, streamerMessageTypes } from '@tally/contract';
import { countEver } from '@tally/infra/figures';
import { type Ctx, defineFeature } from '@tally/kernel';
import { countPosted, type Delivered, forgetDeliveriesOf, forgetWebhooksOf } from '@tally/pipeline/delivery';
import { commands } from './commands/index.ts';
import { creatorJobs, jobs } from './jobs.ts';
import { reactTo, reactTogether } from './platform.ts';
import { creatorRoutes, routes } from './routes.ts';
import { markLive } from './service/announce/already-live.ts';
import { OWNER } from './service/announce/followers.ts';
import { liveByServer } from './service/announce/live.ts';
import { renew } from './service/announce/renew.ts';
import { notableOf, settleDeliveries } from './service/announce/settle.ts';
import { compose } from './service/compose/compose.ts';
import { previewOfServer } from './service/compose/preview.ts';
import { compose as composeJoint } from './service/joint/compose.ts';
import { renew as renewJoint } from './service/joint/post-now.ts';
import { checkRooms } from './service/joint/preflight.ts';
import { creatorRoles } from './service/joint/role-places.ts';
import { forgetCreators } from './store/creators.ts';

export { findStreamsOf, type OfStream } from './service/announce/link-recording.ts';
export { sendTest } from './service/compose/send-test.ts';
export { linkMessages } from './service/joint/link-recording.ts';

/** The kinds under which clip posts are counted. */
const clipFigures = platforms.map((platform) => `${platform}/clip`);

export const notifications = defineFeature({
  name: 'notifications',
  routes,
  platform: reactTo,
  commands,
  jobs,
  deliveries: {
    compose,
    delivered: (ctx: Ctx, deliveries: readonly Delivered[]) => settleDeliveries(ctx, deliveries),
    hears: notableOf,
  },
  counts: async (ctx) => ({
    totalNotifications: await countPosted(ctx.db, OWNER),
    totalClips: await countEver(ctx.db, 'posted', clipFigures),
  }),
  roleOwner: {
    kinds: { 'notify-me': { audit: 'notify me', what: 'notifications.notifyMeWhat', path: '/notifications' } },
  },
  words: {
    previews: Object.fromEntries(
      streamerMessageTypes.map((type) => [
        type,
        async (ctx: Ctx, serverId: ServerId, draft: MessageDraft) =>
          await previewOfServer(ctx, serverId, { ...draft, type }),
      ]),
    ),
  },
  renew,
  addedWhileLive: markLive,
  home: { facts: liveByServer },
  forgetServer,
});

async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetDeliveriesOf(tx, serverId);
    await forgetWebhooksOf(tx, serverId);
  });
}

/** Announces several channels as one creator, in one message. */
export const creators = defineFeature({
  name: 'creators',
  routes: creatorRoutes,
  platform: reactTogether,
  jobs: creatorJobs,
  deliveries: { compose: composeJoint, delivered: settleDeliveries, hears: notableOf },
  renew: renewJoint,
  serverChecked: checkRooms,
  rolePlaces: creatorRoles,
  forgetServer: async (ctx: Ctx, serverId: ServerId) =>
    await ctx.db.transaction(async (tx) => await forgetCreators(tx, serverId)),
});
