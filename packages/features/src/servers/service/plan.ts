import { type Addon, addons, flagsOf, type GuildPremium, type Limits, type ServerId, tiers } from '@tally/contract';
import type { Ctx } from '@tally/kernel';

/** What a server may do and have. */
export interface ServerPlan {
  readonly tier: string;
  readonly isPremium: boolean;
  /** Premium flags. */
  readonly bitfield: bigint;
  readonly limits: Limits;
  /** The longest silence, in minutes, after which a stream may still go on. */
  readonly graceCeiling: number;
  readonly additional: Omit<GuildPremium, 'tier'>;
}

declare module '@tally/kernel' {
  interface Feature {
    /**
     * The plans of many servers in one question; what it leaves out has the free tier. Exactly one feature (premium)
     * has it; see docs/decisions/0013 for what holds without it.
     */
    readonly serverPlans?: (ctx: Ctx, serverIds: readonly ServerId[]) => Promise<ReadonlyMap<ServerId, ServerPlan>>;
  }
}

export async function planOf(ctx: Ctx, serverId: ServerId): Promise<ServerPlan> {
  return (await plansOf(ctx, [serverId]))(serverId);
}

/** For work on many servers at once: looked up together, then asked by server. */
export async function plansOf(ctx: Ctx, serverIds: readonly ServerId[]): Promise<(serverId: ServerId) => ServerPlan> {
  const feature = ctx.features.find((each) => each.serverPlans);
  if (!feature?.serverPlans) return () => (ctx.config.PLANS === 'unlimited' ? unlimited : free);
  const plans = await feature.serverPlans(ctx, [...new Set(serverIds)]);
  return (serverId) => plans.get(serverId) ?? free;
}

const freeCounts: Readonly<Record<Addon, number>> = {
  KickConnections: 30,
  TwitchConnections: 30,
  YoutubeConnections: 10,
  TiktokConnections: 5,
  RumbleConnections: 10,
  AutoLiveRoles: 1,
  StatusRoles: 1,
  LinkedRoles: 1,
  Overrides: 1,
  Starboards: 1,
  StickyMessages: 3,
};

// The keys are made from the very list that the types are made from.
const nothingBought = Object.fromEntries(addons.map((addon) => [`additional${addon}`, 0])) as ServerPlan['additional'];
const limitsOf = (count: (addon: Addon) => number) =>
  Object.fromEntries(addons.map((addon) => [`max${addon}`, count(addon)])) as Limits;

export const free: ServerPlan = {
  tier: tiers.ServerFree,
  isPremium: false,
  bitfield: flagsOf('free'),
  limits: limitsOf((addon) => freeCounts[addon]),
  graceCeiling: 5,
  additional: nothingBought,
};

/** No limit would make every page handle "infinite"; nobody reaches this one. */
const PLENTY = 100_000;

export const unlimited: ServerPlan = {
  tier: tiers.ServerPremiumPlus,
  isPremium: true,
  bitfield: flagsOf('plus'),
  limits: limitsOf(() => PLENTY),
  graceCeiling: 15,
  additional: nothingBought,
};
