import type { ServerId, UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { serverChanged } from './service/entitle.ts';
import { flagsOfServer, serverPlans, userPlanOf } from './service/entitled.ts';
import { MOVES_EVERY_MS } from './service/move.ts';
import { aboutPerson, aboutServer } from './service/staff.ts';
import {
  deleteOfHolder,
  deleteServerPremium,
  dropServerOfPremiums,
  findServerPremium,
  listEntitlements,
} from './store/entitlements.ts';

export { type Catalogue, type CataloguePlan, catalogue } from './service/catalogue.ts';
export { entitle } from './service/entitle.ts';
export { type UserPlan, userHolds, userPlanOf } from './service/entitled.ts';
export type { Extras } from './tables.ts';

export const premium = defineFeature({
  name: 'premium',
  routes,
  commands,
  jobs,
  serverPlans,
  flags: flagsOfServer,
  user: {
    parts: userParts,
  },
  exportUser,
  forgetUser,
  forgetServer,
  staff: { aboutServer, aboutPerson },
});

async function userParts(ctx: Ctx, userId: UserId) {
  const [plan, chosen] = await Promise.all([userPlanOf(ctx, userId), findServerPremium(ctx.db, userId)]);
  return {
    bitfield: plan.bitfield,
    premium: { tier: plan.tier, enabled: plan.enabled },
    oneServerPremium: chosen?.serverId ?? null,
    serverPremiumCooldown: chosen ? new Date(chosen.movedAt.getTime() + MOVES_EVERY_MS) : null,
  };
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [held, chosen] = await Promise.all([
    listEntitlements(ctx.db, 'user', [userId]),
    findServerPremium(ctx.db, userId),
  ]);
  return {
    ...(held.length > 0 ? { plans: held.map(({ tierId, source, since }) => ({ tierId, source, since })) } : {}),
    ...(chosen ? { serverPremium: { serverId: chosen.serverId, movedAt: chosen.movedAt } } : {}),
  };
}

async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const chosen = await findServerPremium(tx, userId);
    await deleteServerPremium(tx, userId);
    for (const source of ['staff', 'stripe'] as const) await deleteOfHolder(tx, 'user', userId, source);
    if (!chosen?.serverId) return;
    await deleteOfHolder(tx, 'guild', chosen.serverId, 'user');
    await serverChanged(ctx, tx, chosen.serverId);
  });
}

/** Keeps a person's own subscription for the server: see `billing`. */
async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const source of ['staff', 'user'] as const) await deleteOfHolder(tx, 'guild', serverId, source);
    await dropServerOfPremiums(tx, serverId);
  });
}
