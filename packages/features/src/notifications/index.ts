import { type MessageDraft, platforms, type ServerId, streamerMessageTypes } from '@tally/contract';
import { countEver } from '@tally/infra/figures';
import { type Ctx, defineFeature } from '@tally/kernel';
import { countPosted, type Delivered, forgetDeliveriesOf, forgetWebhooksOf } from '@tally/pipeline/delivery';
import { commands } from './commands/index.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { channelFor } from './match.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { applyPlan, listExceeding } from './service/apply-plan.ts';
import { compose } from './service/compose.ts';
import { OWNER } from './service/followers.ts';
import { flagsInUse } from './service/limits.ts';
import { renew } from './service/post-now.ts';
import { checkAnew } from './service/preflight.ts';
import { previewOfServer } from './service/preview.ts';
import { streamerRoles } from './service/role-places.ts';
import { notableOf, settleDeliveries } from './service/settle.ts';
import { pushesOf, pushingPlatforms } from './service/take-pushes.ts';
import { stopWatching } from './service/watching.ts';
import { countFollowed, countFollowedOn, listFollowedLike } from './store/overview.ts';
import { forgetStreamers, listOfServer } from './store/streamers.ts';

export { streamerOption } from './commands/streamer-option.ts';
export { channelFor, endActionOf, graceOf, isCooling, liveKey, type Match, matchLive, pausedBy } from './match.ts';
export type { WatchLink } from './render/values.ts';
export { addressOf, getStreamer, platformOf } from './service/address.ts';
export { announceTo, giveUpAt, type Happening, isAlone, liveFanOut, noChannel } from './service/announce-live.ts';
export { changeStreamer } from './service/change-streamer.ts';
export { listChannelsIn } from './service/channels-in.ts';
export { CATEGORY_WAIT_SECONDS, composeJoints, type Joint } from './service/compose.ts';
export { findCreator } from './service/find-creator.ts';
export { eachPage as eachFollowerPage, listMeant, loadFacts, wasLiveOfLate } from './service/followers.ts';
export { type Elsewhere, linkRecording, sessionsOf as recordedSessions } from './service/link-recording.ts';
export { findPicked, proposeStreamers } from './service/pick.ts';
export { listHolders } from './service/refresh-and-close.ts';
export { type Decided, factsOf, judgeStream, keepDecisions, withFilter, wordReasons } from './service/rules.ts';
export { sendTest } from './service/send-test.ts';
export { shownNames } from './service/shown-names.ts';
export type { Renewed, StreamerFacts, StreamOfStreamer } from './service/streamers-changed.ts';
export { tellManagersSoon } from './service/tell-managers.ts';
export { listMembersOf, pageMembers, setCreator } from './store/followers.ts';
export { listServersThatSet } from './store/overview.ts';
export {
  listOfServer as listStreamersOf,
  listOfServers as listStreamersOfAll,
  listStreamersById,
} from './store/streamers.ts';
export type { Follower, StreamerRow } from './tables.ts';
export { notableOf, settleDeliveries };

/** The kinds under which posted clips are counted. */
const clipFigures = platforms.map((platform) => `${platform}/clip`);

export const notifications = defineFeature({
  name: 'notifications',
  routes,
  platform: reactTo,
  gateway,
  commands,
  jobs,
  compose,
  delivered: (ctx: Ctx, deliveries: readonly Delivered[]) => settleDeliveries(ctx, deliveries),
  hears: notableOf,
  webhooks: pushingPlatforms.map(pushesOf),
  counts: async (ctx) => ({
    totalStreamers: await countFollowed(ctx.db),
    totalNotifications: await countPosted(ctx.db, OWNER),
    totalClips: await countEver(ctx.db, 'posted', clipFigures),
  }),
  async staffSearch(ctx, words, limit) {
    const found = await listFollowedLike(ctx.db, words, limit);
    return found.map(({ platform, channelId, name, serverId }) => ({
      kind: 'streamer',
      id: `${platform} ${channelId}`,
      title: name,
      href: `/admin/premium/${serverId}`,
    }));
  },
  staffCounts: async (ctx) => {
    const followed = await countFollowedOn(ctx.db);
    return Object.fromEntries(followed.map(({ platform, total }) => [`totalStreamers.${platform}`, total]));
  },
  planParts: { exceeding: listExceeding, fit: applyPlan },
  flagsInUse,
  rolePlaces: streamerRoles,
  roleOwner: {
    kinds: { 'notify-me': { audit: 'notify me', what: 'notifications.notifyMeWhat', path: '/notifications' } },
  },
  previews: Object.fromEntries(
    streamerMessageTypes.map((type) => [
      type,
      async (ctx: Ctx, serverId: ServerId, draft: MessageDraft) =>
        await previewOfServer(ctx, serverId, { ...draft, type }),
    ]),
  ),
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
