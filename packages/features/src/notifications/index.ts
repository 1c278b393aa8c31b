import { type MessageDraft, platforms, type ServerId, streamerMessageTypes } from '@tally/contract';
import { countEver } from '@tally/infra/figures';
import { type Ctx, defineFeature } from '@tally/kernel';
import { countPosted, type Delivered, forgetDeliveriesOf, forgetWebhooksOf } from '@tally/pipeline/delivery';
import { commands } from './commands/index.ts';
import { gateway } from './gateway.ts';
import { creatorJobs, jobs } from './jobs.ts';
import { channelFor } from './match.ts';
import { reactTo, reactTogether } from './platform.ts';
import { creatorRoutes, routes } from './routes.ts';
import { OWNER } from './service/announce/followers.ts';
import { renew } from './service/announce/post-now.ts';
import { notableOf, settleDeliveries } from './service/announce/settle.ts';
import { compose } from './service/compose/compose.ts';
import { previewOfServer } from './service/compose/preview.ts';
import { compose as composeJoint } from './service/joint/compose.ts';
import { renew as renewJoint } from './service/joint/post-now.ts';
import { checkRooms } from './service/joint/preflight.ts';
import { creatorRoles } from './service/joint/role-places.ts';
import { checkAnew } from './service/journal/preflight.ts';
import { applyPlan, listExceeding } from './service/streamers/apply-plan.ts';
import { flagsInUse } from './service/streamers/limits.ts';
import { streamerRoles } from './service/streamers/role-places.ts';
import { stopWatching } from './service/streamers/watching.ts';
import { forgetCreators } from './store/creators.ts';
import { countFollowed, countFollowedOn, listFollowedLike } from './store/overview.ts';
import { forgetStreamers, listOfServer } from './store/streamers.ts';

export { streamerOption } from './commands/streamer-option.ts';
export { graceOf, pausedBy } from './match.ts';
export { eachPage as eachFollowerPage } from './service/announce/followers.ts';
export { sendTest } from './service/compose/send-test.ts';
export { linkMessages } from './service/joint/link-recording.ts';
export { findPicked, proposeStreamers } from './service/names/pick.ts';
export { getStreamer } from './service/streamers/address.ts';
export { changeStreamer } from './service/streamers/change-streamer.ts';
export { listChannelsIn } from './service/streamers/channels-in.ts';
export type { StreamerFacts } from './service/streamers/streamers-changed.ts';
export { listServersThatSet } from './store/overview.ts';
export {
  listOfServer as listStreamersOf,
  listOfServers as listStreamersOfAll,
  listStreamersById,
} from './store/streamers.ts';
export type { Follower, StreamerRow } from './tables.ts';

/** The kinds under which posted clips are counted. */
const clipFigures = platforms.map((platform) => `${platform}/clip`);

export const notifications = defineFeature({
  name: 'notifications',
  routes,
  platform: reactTo,
  gateway,
  commands,
  jobs,
  deliveries: {
    compose,
    delivered: (ctx: Ctx, deliveries: readonly Delivered[]) => settleDeliveries(ctx, deliveries),
    hears: notableOf,
  },
  counts: async (ctx) => ({
    totalStreamers: await countFollowed(ctx.db),
    totalNotifications: await countPosted(ctx.db, OWNER),
    totalClips: await countEver(ctx.db, 'posted', clipFigures),
  }),
  staff: {
    async search(ctx, words, limit) {
      const found = await listFollowedLike(ctx.db, words, limit);
      return found.map(({ platform, channelId, name, serverId }) => ({
        kind: 'streamer',
        id: `${platform} ${channelId}`,
        title: name,
        href: `/admin/premium/${serverId}`,
      }));
    },
    counts: async (ctx) => {
      const followed = await countFollowedOn(ctx.db);
      return Object.fromEntries(followed.map(({ platform, total }) => [`totalStreamers.${platform}`, total]));
    },
  },
  planParts: { exceeding: listExceeding, fit: applyPlan },
  flagsInUse,
  rolePlaces: streamerRoles,
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
  checkAnew,
  renew,
  followedBy: async (ctx: Ctx, serverId: ServerId) =>
    (await listOfServer(ctx.db, serverId)).map((row) => ({ ...row, postsTo: channelFor(row) })),
  forgetServer,
});

async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const row of await listOfServer(tx, serverId)) {
      await stopWatching(tx, row);
    }
    await forgetStreamers(tx, serverId);
    await forgetDeliveriesOf(tx, serverId);
    await forgetWebhooksOf(tx, serverId);
  });
}

/** Several channels as one creator, announced in one message. */
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
