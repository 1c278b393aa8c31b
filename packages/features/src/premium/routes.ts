import { type ManagedGuild, type ManagedUser, premium, ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx, implement, say } from '@tally/kernel';
import { isStaff } from '../account/index.ts';
import { catalogue } from './service/catalogue.ts';
import { listHeld } from './service/held.ts';
import {
  getManagedServer,
  getManagedUser,
  overrideServer,
  overrideUser,
  type ServerOverride,
} from './service/manage.ts';
import { moveServerPremium } from './service/move.ts';
import { freeTierInfo, getFit, getPlan, listPlans, updatePlan } from './service/plans.ts';

export const routes = implement(premium, {
  listHeld: async (ctx, { query }) => await listHeld(ctx, query),
  getManaged: async (ctx, { params }): Promise<ManagedGuild | ManagedUser> =>
    params.type === 'guild'
      ? await getManagedServer(ctx, ServerId.parse(params.id))
      : await getManagedUser(ctx, UserId.parse(params.id)),
  async updateManaged(ctx, { params, body }) {
    // The path decides which of the two body shapes applies: see `bodyBy` of the call.
    if (params.type === 'guild') await overrideServer(ctx, ServerId.parse(params.id), body as ServerOverride);
    else if (body.newPlanId !== undefined) await overrideUser(ctx, UserId.parse(params.id), body.newPlanId);
    return true as const;
  },
  async listPlans(ctx, { query }) {
    if (query.all) requireStaff(ctx);
    return await listPlans(ctx, { all: query.all ?? false });
  },
  async getPlan(ctx, { params, query }) {
    const plan = await getPlan(ctx, params.planId);
    return query.ifcd ? { ...plan, freeTierInfo: freeTierInfo(await catalogue(ctx)) } : plan;
  },
  async moveServerPremium(ctx, { body }) {
    await moveServerPremium(ctx, body.guildId);
    return say(ctx.locale, body.guildId ? 'premium.moved' : 'premium.takenBack');
  },
  getFit: async (ctx, { params, query }) => await getFit(ctx, params.guildId, query),
  async updatePlan(ctx, { params, body }) {
    await updatePlan(ctx, params.planId, body);
    return say(ctx.locale, 'premium.planSaved');
  },
});

function requireStaff(ctx: Ctx): void {
  if (ctx.caller.kind !== 'user') throw new AppError('notLoggedIn');
  if (!isStaff(ctx.caller.flags)) throw new AppError('notAllowed');
}
