import {
  addons,
  type FreeTierInfo,
  type Holder,
  hasBit,
  type Plan,
  type PlanAddon,
  type PlanFit,
  type PlanPatch,
  type PremiumFlag,
  premiumFlags,
  type Sale,
  type ServerId,
  tiers,
} from '@tally/contract';
import { flagsToCome } from '@tally/contract/premium/to-come';
import { AppError, type Ctx, describeToStaff, say } from '@tally/kernel';
import { planOf, type ServerPlan, saleOf } from '../../servers/index.ts';
import { listEntitlements } from '../store/entitlements.ts';
import { saveLimits, updatePlanRow } from '../store/plans.ts';
import type { AddonRow } from '../tables.ts';
import { type Catalogue, type CataloguePlan, catalogue, catalogueChanged } from './catalogue.ts';
import { planFrom } from './entitled.ts';

interface OnSale {
  readonly tiers: Plan[];
  readonly addons: PlanAddon[];
  readonly sale: Sale;
}

export async function listPlans(ctx: Ctx, { all }: { all: boolean }): Promise<OnSale> {
  const known = await catalogue(ctx);
  return {
    tiers: known.plans.filter((plan) => all || (plan.isEnabled && plan.isShown)).map((plan) => toPlan(ctx, plan)),
    addons: known.addons.filter((addon) => all || addon.isActive).map((addon) => toAddon(ctx, addon)),
    sale: saleOf(ctx),
  };
}

export async function getPlan(ctx: Ctx, tierId: string): Promise<Plan> {
  const plan = (await catalogue(ctx)).byTier.get(tierId);
  if (!plan) throw new AppError('notFound');
  return toPlan(ctx, plan);
}

/** Staff write plan names in English only; the default plans have translations. */
const isEnglish = (ctx: Ctx): boolean => ctx.locale.startsWith('en');

function toPlan(ctx: Ctx, plan: CataloguePlan): Plan {
  const { tierId, name, bitfield, cents, limits } = plan;
  const told =
    tierId in describing && !isEnglish(ctx) ? say(ctx.locale, describing[tierId as Described]) : plan.description;
  const common = {
    tierId,
    name,
    description: told,
    bitfield,
    cents,
    enabled: plan.isEnabled,
    isShown: plan.isShown,
    trialDays: plan.trialDays,
    colorScheme: plan.colorScheme,
    highlighted: plan.isHighlighted,
    onSaleTag: plan.onSaleTag !== null,
    roleInSupportServer: plan.roleInSupportServer,
    showDecreasedPrice: plan.showDecreasedPrice,
  };
  if (plan.holder === 'user') return { type: 'user', ...common, userPremiumServerPremium: plan.serverTierId };
  return {
    type: 'guild',
    ...common,
    ...Object.fromEntries(addons.map((addon) => [`default${addon}`, limits[addon] ?? 0])),
    maxOfflineGraceMinutes: limits.OfflineGraceMinutes,
    maxAllowedVodDurationToSave: limits.AllowedVodDurationToSave,
    maxAmountOfStreamersSavingVods: limits.AmountOfStreamersSavingVods,
    maxRecordingHeight: limits.RecordingHeight,
    maxGiveawayDurationHours: limits.GiveawayDurationHours,
    maxGiveawayRequirements: limits.GiveawayRequirements,
    maxGiveawayScheduleInFutureHours: limits.GiveawayScheduleInFutureHours,
    maxGiveawaysAtOnce: limits.GiveawaysAtOnce,
    maxGiveawayWinners: limits.GiveawayWinners,
  };
}

const describing = {
  [tiers.ServerFree]: 'premium.aboutServerFree',
  [tiers.ServerPremium]: 'premium.aboutServerPremium',
  [tiers.ServerPremiumPlus]: 'premium.aboutServerPremiumPlus',
  [tiers.UserFree]: 'premium.aboutUserFree',
  [tiers.UserPremium]: 'premium.aboutUserPremium',
} as const;
type Described = keyof typeof describing;

const toAddon = (ctx: Ctx, row: AddonRow): PlanAddon => ({
  addonId: row.addonId,
  name: isEnglish(ctx) ? row.name : say(ctx.locale, `premium.addon${row.addonId}`, { step: row.step }),
  priceCents: row.cents,
  isActive: row.isActive,
  type: 'guild',
  step: row.step,
  most: row.most,
});

/** Returns the names of the features in a bitfield, for the staff audit log. */
export const flagNames = (bits: bigint): string[] =>
  Object.values(premiumFlags).flatMap(({ bit, text }) => (hasBit(bits, bit) ? text : []));

const noLimits: CataloguePlan['limits'] = {};

/** The features and limits that everyone gets without paying. */
export function freeTierInfo(known: Catalogue): FreeTierInfo {
  const { limits } = known.byTier.get(tiers.ServerFree) ?? { limits: noLimits };
  return Object.fromEntries(addons.map((addon) => [`default${addon}`, limits[addon] ?? 0]));
}

const namedFlags = Object.entries(premiumFlags).filter(([flag]) => !flagsToCome.includes(flag as PremiumFlag));

/** Returns the parts of a server that are paused, or would be paused under a different plan. */
export async function getFit(
  ctx: Ctx,
  serverId: ServerId,
  { tierId, of = 'guild' }: { tierId?: string | undefined; of?: Holder | undefined } = {},
): Promise<PlanFit> {
  const now = await planOf(ctx, serverId);
  const then = tierId === undefined ? now : await withTier(ctx, { serverId, tierId, of });
  const flags = (has: ServerPlan, lacks: ServerPlan) =>
    namedFlags.filter(([, { bit }]) => hasBit(has.bitfield, bit) && !hasBit(lacks.bitfield, bit));
  const [lists, used] = await Promise.all([
    Promise.all(ctx.features.map(async (each) => await each.planParts?.exceeding(ctx, serverId, then))),
    Promise.all(ctx.features.map(async (each) => await each.flagsInUse?.(ctx, serverId))),
  ]);
  const inUse = new Set<string>(used.flatMap((each) => each ?? []));
  const lost = flags(now, then);
  return {
    tierId: then.tier,
    lost: lost.map(([, { text }]) => text),
    gained: flags(then, now).map(([, { text }]) => text),
    inUse: lost.filter(([flag]) => inUse.has(flag)).map(([, { text }]) => text),
    paused: lists.flatMap((list) => list ?? []).map(({ addon, id, name }) => ({ addonId: addon, id, name })),
    limits: then.limits,
  };
}

async function withTier(
  ctx: Ctx,
  { serverId, tierId, of }: { serverId: ServerId; tierId: string; of: Holder },
): Promise<ServerPlan> {
  const [known, held] = await Promise.all([catalogue(ctx), listEntitlements(ctx.db, 'guild', [serverId])]);
  const plan = known.byTier.get(tierId);
  if (plan?.holder !== 'guild') throw new AppError('notForSale');
  if (of === 'user')
    return planFrom(
      known,
      held.filter((row) => row.source !== 'user'),
      tierId,
    );
  // Add-ons belong to the subscription. They move with it to another paid plan, and end when it ends.
  const others = held.filter((row) => row.source !== 'stripe');
  const kept = held.filter((row) => row.source === 'stripe').map((row) => ({ ...row, tierId: null }));
  return planFrom(known, plan.rank > 0 ? [...others, ...kept] : others, tierId);
}

export async function updatePlan(ctx: Ctx, tierId: string, patch: PlanPatch): Promise<void> {
  const former = (await catalogue(ctx)).byTier.get(tierId);
  if (!former) throw new AppError('notFound');
  const { limits = {}, enabled, isShown, highlighted, onSaleTag, ...same } = patch;
  const change = {
    ...same,
    isEnabled: enabled,
    isShown,
    isHighlighted: highlighted,
    onSaleTag: onSaleTag === undefined ? undefined : onSaleTag ? 'sale' : null,
  };
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const { limits: formerLimits, ...row } = former;
  describeToStaff(ctx, {
    title: patch.name ?? row.name,
    href: '/admin/premium',
    before: { ...row, bitfield: flagNames(row.bitfield), ...formerLimits },
    after: { ...row, ...set, bitfield: flagNames(patch.bitfield ?? row.bitfield), ...formerLimits, ...limits },
  });
  await ctx.db.transaction(async (tx) => {
    await updatePlanRow(tx, tierId, set);
    await saveLimits(tx, tierId, Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)));
    await catalogueChanged(ctx);
    await ctx.cache.forgetPrefix('premium/');
  });
  ctx.log.info(
    { tierId, patch: Object.keys(patch), by: ctx.caller.kind === 'user' ? ctx.caller.userId : null },
    'A plan was changed.',
  );
}
