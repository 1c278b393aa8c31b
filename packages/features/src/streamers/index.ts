import type { ServerId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { carryOut } from './commands/follow.ts';
import { commands } from './commands/setup.ts';
import { channelFor } from './match.ts';
import { reactTo } from './platform.ts';
import { routes } from './routes.ts';
import { addStreamers } from './service/add-streamer.ts';
import { applyPlan, listExceeding } from './service/apply-plan.ts';
import { bodyFor } from './service/body-for.ts';
import { removeUnchanged } from './service/change-streamer.ts';
import { checkNews } from './service/check-news.ts';
import { flagsInUse, maxStreamers } from './service/limits.ts';
import { searchCreator } from './service/names/find-creator.ts';
import { findBot, listOtherBots } from './service/names/other-bots.ts';
import { streamerRoles } from './service/roles/role-places.ts';
import { aboutServer } from './service/staff.ts';
import { versionBesidesStart } from './service/standing.ts';
import { startWaiting } from './service/start-waiting.ts';
import { stopWatching } from './service/watching.ts';
import { listMembersOf, setCreator } from './store/followers.ts';
import { countFollowed, countFollowedOn, listFollowedLike } from './store/overview.ts';
import { listWaits } from './store/pauses.ts';
import { forgetStreamers, listStreamersOf } from './store/streamers.ts';
import type { Follower, StreamerRow } from './tables.ts';

export { POST_NOW } from './commands/followed.ts';
export { streamerOption } from './commands/streamer-option.ts';
export { channelFor, graceOf, pausedBy } from './match.ts';
export { getStreamer, platformOf } from './service/address.ts';
export { changeStreamer, takeAsNews } from './service/change-streamer.ts';
export { eachFollowerPage } from './service/followers.ts';
export { findPicked } from './service/names/pick.ts';
export { shownNames } from './service/names/shown-names.ts';
export { tryChanges } from './service/try-changes.ts';
export { listDisguised, listMessages } from './store/messages.ts';
export { listServersThatSet } from './store/overview.ts';
export { changePause, pagePausedServers } from './store/pauses.ts';
export { listStreamersById, listStreamersOf } from './store/streamers.ts';
export type { Follower, StreamerRow };

/** For features that follow one or many creators for a server. */
export const following = {
  find: searchCreator,
  most: maxStreamers,
  check: checkNews,
  bodyFor,
  add: addStreamers,
  byName: carryOut,
  versionOf: (row: StreamerRow, messages: Parameters<typeof versionBesidesStart>[1] = []) =>
    versionBesidesStart(row, messages),
  removeUnchanged,
  startWaiting,
  listWaits,
  findBot,
  listOtherBots,
};

/** Lists and sets the streamers that another feature merges into one creator. */
export const creatorMembers = { list: listMembersOf, assign: setCreator };

/** Handles the creators that servers follow, and each server's settings for them. */
export const streamers = defineFeature({
  name: 'streamers',
  routes,
  platform: reactTo,
  commands,
  counts: async (ctx) => ({ totalStreamers: await countFollowed(ctx.db) }),
  staff: {
    aboutServer,
    async search(ctx, words, limit) {
      const found = await listFollowedLike(ctx.db, words, limit);
      return found.map(({ platform, channelId, name, serverId }) => ({
        kind: 'streamer',
        id: `${platform} ${channelId}`,
        title: name,
        href: `/admin/servers/${serverId}`,
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
  followedBy: async (ctx: Ctx, serverId: ServerId) =>
    (await listStreamersOf(ctx.db, serverId)).map((row) => ({ ...row, postsTo: channelFor(row) })),
  forgetServer: async (ctx: Ctx, serverId: ServerId) =>
    await ctx.db.transaction(async (tx) => {
      for (const row of await listStreamersOf(tx, serverId)) await stopWatching(tx, row);
      await forgetStreamers(tx, serverId);
    }),
});
