import {
  type Addon,
  addons,
  flagsOf,
  type GuildPremium,
  hasFlag,
  type Limits,
  type PremiumFlag,
  perPlatformAddon,
  premiumFlags,
  type Sale,
  type ServerId,
  tiers,
} from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';

/** A server's features and limits. */
export interface ServerPlan {
  readonly tier: string;
  readonly isPremium: boolean;
  /** The server's premium flags. */
  readonly bitfield: bigint;
  readonly limits: Limits;
  /** The longest silence, in minutes, after which a stream may continue. */
  readonly graceCeiling: number;
  /** Further limits, which add-ons do not raise. */
  readonly ceilings: Ceilings;
  readonly additional: Omit<GuildPremium, 'tier'>;
}

export interface Ceilings {
  /** How many hours recordings are kept, and for how many streamers. */
  readonly vodHours: number;
  readonly vodStreamers: number;
  /** The most lines that a recording's picture may have. */
  readonly vodHeight: number;
  readonly giveawayHours: number;
  readonly giveawayRequirements: number;
  /** How far in advance a giveaway may be scheduled. */
  readonly giveawayScheduleHours: number;
  readonly giveawaysAtOnce: number;
  readonly giveawayWinners: number;
}

/** A part of a server that the plan does not include. It is paused, not deleted. */
export interface Excess {
  readonly addon: Addon;
  readonly id: string;
  readonly name: string;
}

/** How a feature adapts to a smaller plan. A value that is computed on reading needs no `fit`. */
interface PlanParts {
  /** Lists what this plan would not include, newest first. Changes nothing. */
  readonly exceeding: (ctx: Ctx, serverId: ServerId, plan: ServerPlan) => Promise<readonly Excess[]>;
  /** Pauses what exceeds the server's current plan, and resumes what fits again. Safe to repeat. */
  readonly fit?: (ctx: Ctx, serverId: ServerId) => Promise<void>;
}

declare module '@tally/kernel' {
  interface Feature {
    /** Required for every feature that a plan limits. */
    readonly planParts?: PlanParts;
    /** The premium features that the server has set up here, even if its plan no longer includes them. */
    readonly flagsInUse?: (ctx: Ctx, serverId: ServerId) => Promise<readonly PremiumFlag[]>;
    /**
     * Returns the plans of many servers with one query. A server that is absent has the free tier. Only one feature
     * (premium) provides this; without it, see docs/decisions/0090.
     */
    readonly serverPlans?: (ctx: Ctx, serverIds: readonly ServerId[]) => Promise<ReadonlyMap<ServerId, ServerPlan>>;
  }
}

export async function planOf(ctx: Ctx, serverId: ServerId): Promise<ServerPlan> {
  return (await plansOf(ctx, [serverId]))(serverId);
}

/** Loads all plans for work on many servers at once, and returns a function that finds one. */
export async function plansOf(ctx: Ctx, serverIds: readonly ServerId[]): Promise<(serverId: ServerId) => ServerPlan> {
  if (ctx.config.PLANS === 'unlimited') return () => unlimited;
  const feature = ctx.features.find((each) => each.serverPlans);
  if (!feature?.serverPlans) return () => free;
  const plans = await feature.serverPlans(ctx, [...new Set(serverIds)]);
  return (serverId) => plans.get(serverId) ?? free;
}

/** Returns whether and how plans are sold here. */
export const saleOf = ({ config }: Pick<Ctx, 'config'>): Sale =>
  config.PLANS === 'unlimited' ? 'unlimited' : config.stripe.isOff ? 'off' : 'open';

const freeCounts: Readonly<Record<Addon, number>> = {
  ...perPlatformAddon(({ freeConnections }) => freeConnections),
  AutoLiveRoles: 1,
  StatusRoles: 1,
  LinkedRoles: 1,
  Overrides: 1,
  Starboards: 1,
  StickyMessages: 3,
};

// The keys come from the same list as the types.
const nothingBought = Object.fromEntries(addons.map((addon) => [`additional${addon}`, 0])) as ServerPlan['additional'];
const limitsOf = (count: (addon: Addon) => number) =>
  Object.fromEntries(addons.map((addon) => [`max${addon}`, count(addon)])) as Limits;

export const free: ServerPlan = {
  tier: tiers.ServerFree,
  isPremium: false,
  bitfield: flagsOf('free'),
  limits: limitsOf((addon) => freeCounts[addon]),
  graceCeiling: 5,
  ceilings: {
    vodHours: 0,
    vodStreamers: 0,
    vodHeight: 0,
    giveawayHours: 336,
    giveawayRequirements: 1,
    giveawayScheduleHours: 0,
    giveawaysAtOnce: 5,
    giveawayWinners: 20,
  },
  additional: nothingBought,
};

/** A limit that no server reaches. With a special value for "no limit", every page would have to handle infinity. */
const PLENTY = 100_000;

export const unlimited: ServerPlan = {
  tier: tiers.ServerPremiumPlus,
  isPremium: true,
  bitfield: flagsOf('plus'),
  limits: limitsOf(() => PLENTY),
  graceCeiling: 15,
  ceilings: {
    vodHours: 336,
    vodStreamers: PLENTY,
    vodHeight: 1_080,
    giveawayHours: 1_440,
    giveawayRequirements: 10,
    giveawayScheduleHours: 720,
    giveawaysAtOnce: PLENTY,
    giveawayWinners: 100,
  },
  additional: nothingBought,
};

/** Refuses a change if the plan lacks one of these features, and names the first missing one. */
export async function requirePlanFlags(ctx: Ctx, serverId: ServerId, wanted: readonly PremiumFlag[]): Promise<void> {
  if (wanted.length === 0) return;
  const { bitfield } = await planOf(ctx, serverId);
  const missing = wanted.find((flag) => !hasFlag(bitfield, flag));
  if (!missing) return;
  const { text, from } = premiumFlags[missing];
  throw new AppError('premiumRequired', { flag: text, tier: from === 'plus' ? 'Premium Plus' : 'Premium' });
}
