import type { Addon, PlanLimit } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { listAddonRows, listLimitRows, listPlanRows } from '../store/plans.ts';
import type { AddonRow, PlanRow } from '../tables.ts';

export interface CataloguePlan extends PlanRow {
  readonly limits: Readonly<Partial<Record<PlanLimit, number>>>;
}

export interface Catalogue {
  readonly plans: readonly CataloguePlan[];
  readonly byTier: ReadonlyMap<string, CataloguePlan>;
  readonly addons: readonly AddonRow[];
  readonly addonOf: ReadonlyMap<Addon, AddonRow>;
}

const KEY = 'premium/catalogue';
const BELIEVED_MS = seconds(60);

/** The catalog of plans and add-ons, which is a few rows that change a few times a year. */
export async function catalogue(ctx: Ctx): Promise<Catalogue> {
  return await ctx.cache.get(KEY, BELIEVED_MS, async () => {
    const [rows, limits, addons] = await Promise.all([
      listPlanRows(ctx.db),
      listLimitRows(ctx.db),
      listAddonRows(ctx.db),
    ]);
    const byTier = Map.groupBy(limits, (limit) => limit.tierId);
    const plans = rows.map((row) => ({
      ...row,
      limits: Object.fromEntries((byTier.get(row.tierId) ?? []).map(({ name, value }) => [name, value])),
    }));
    return {
      plans,
      byTier: new Map(plans.map((plan) => [plan.tierId, plan])),
      addons,
      addonOf: new Map(addons.map((addon) => [addon.addonId, addon])),
    };
  });
}

export const catalogueChanged = async (ctx: Ctx): Promise<void> => await ctx.cache.forget(KEY);
