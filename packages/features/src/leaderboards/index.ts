import type { ServerId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import type { AccountChange } from '../connections/index.ts';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { COUNTED_ON } from './match.ts';
import { routes } from './routes.ts';
import { followStreamers } from './service/boards.ts';
import { countGift } from './service/gifts.ts';
import { postPanel } from './service/panel.ts';
import { exportUser, streamerFacts } from './service/read.ts';
import { OWNER } from './service/refresh.ts';
import { fitPlan } from './service/repair.ts';
import { roleOwner, rolesSoon } from './service/roles.ts';
import { settleBoards } from './service/settle.ts';
import { forgetBoards, listBoardsOf, listRoleServers, listStandingKeys } from './store/boards.ts';

export const leaderboards = defineFeature({
  name: OWNER,
  routes,
  commands,
  jobs,
  heard: async (ctx, tx, heard) => {
    if (heard.kind === 'gift') await countGift(ctx, tx, heard.gift);
  },
  deliveries: {
    delivered: settleBoards,
    stillNeeds: async (ctx, subjects) => await listStandingKeys(ctx.db, subjects),
  },
  streamerFacts,
  streamersChanged: followStreamers,
  roleOwner,
  accountChanged,
  words: { panels: { kickLeaderboard: async (ctx, serverId, { body }) => await postPanel(ctx, serverId, body) } },
  flagsInUse: async (ctx, serverId) =>
    (await listBoardsOf(ctx.db, serverId)).some(({ postChannelId }) => postChannelId) ? ['RefreshingLeaderboard'] : [],
  planParts: {
    exceeding: async () => [],
    async fit(ctx: Ctx, serverId: ServerId) {
      await fitPlan(ctx, serverId);
      await rolesSoon(ctx, serverId);
    },
  },
  forgetServer: async (ctx, serverId) => await forgetBoards(ctx.db, serverId),
  exportUser,
});

/** Compares the roles again, because a person on a board may have become known or unknown to us. */
async function accountChanged(ctx: Ctx, { kind, account }: AccountChange): Promise<void> {
  if (account.platform !== COUNTED_ON || kind === 'renamed') return;
  for (const serverId of await listRoleServers(ctx.db)) await rolesSoon(ctx, serverId);
}
