import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineFeature } from '@tally/kernel';
import type { AccountChange } from '../connections/index.ts';
import { commands } from './commands.ts';
import { jobs, rolesSoon } from './jobs.ts';
import { routes } from './routes.ts';
import { followStreamers } from './service/boards.ts';
import { countGift } from './service/gifts.ts';
import { postPanel } from './service/panel.ts';
import { exportUser, streamerFacts } from './service/read.ts';
import { OWNER } from './service/refresh.ts';
import { fitPlan } from './service/repair.ts';
import { settleBoards } from './service/settle.ts';
import { forgetBoards, listStandingKeys } from './store/boards.ts';
import { forgetServerRows, forgetUserRows, listRoleServers } from './store/holdings.ts';

export const leaderboards = defineFeature({
  name: OWNER,
  routes,
  commands,
  jobs,
  heardGift: countGift,
  delivered: settleBoards,
  stillNeeds: async (ctx, subjects) => await listStandingKeys(ctx.db, subjects),
  streamerFacts,
  streamersChanged: followStreamers,
  accountChanged,
  panels: { kickLeaderboard: async (ctx, serverId, { body }) => await postPanel(ctx, serverId, body) },
  planParts: {
    exceeding: async () => [],
    async fit(ctx: Ctx, serverId: ServerId) {
      await fitPlan(ctx, serverId);
      await rolesSoon(ctx, serverId);
    },
  },
  forgetServer: async (ctx, serverId) =>
    await ctx.db.transaction(async (tx: Db) => {
      await forgetBoards(tx, serverId);
      await forgetServerRows(tx, serverId);
    }),
  forgetUser: async (ctx, userId) => await forgetUserRows(ctx.db, userId),
  exportUser,
});

/** Whoever stands at a place may have become, or stopped being, somebody whom we know. */
async function accountChanged(ctx: Ctx, { kind, account }: AccountChange): Promise<void> {
  if (account.platform !== 'kick' || kind === 'renamed') return;
  for (const serverId of await listRoleServers(ctx.db)) await rolesSoon(ctx, serverId);
}
