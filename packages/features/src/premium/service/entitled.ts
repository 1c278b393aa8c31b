import {
  type Addon,
  addons,
  hasBit,
  type Limits,
  type ServerId,
  tiers,
  type UserId,
  type UserPremiumFlag,
  userPremiumFlags,
} from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { free, type ServerPlan, unlimited } from '../../servers/index.ts';
import { listEntitlements } from '../store/entitlements.ts';
import type { EntitlementRow } from '../tables.ts';
import { type Catalogue, type CataloguePlan, catalogue } from './catalogue.ts';

/** All processes are notified of changes immediately (NOTIFY). This limit covers a lost notification. */
const BELIEVED_MS = seconds(30);
export const serverKey = (serverId: string): string => `premium/guild/${serverId}`;
export const userKey = (userId: string): string => `premium/user/${userId}`;

/** Loads the plans of these servers. A single server comes from the cache; many need one query. */
export async function serverPlans(
  ctx: Ctx,
  serverIds: readonly ServerId[],
): Promise<ReadonlyMap<ServerId, ServerPlan>> {
  count(ctx, 'guild', serverIds.length);
  const [only] = serverIds;
  if (serverIds.length === 1 && only !== undefined) {
    const plan = await ctx.cache.get(serverKey(only), BELIEVED_MS, async () => (await load(ctx, [only])).get(only));
    return new Map([[only, plan ?? free]]);
  }
  return await load(ctx, serverIds);
}

async function load(ctx: Ctx, serverIds: readonly ServerId[]): Promise<Map<ServerId, ServerPlan>> {
  ctx.metrics.counter({ name: 'entitlement_questions_total', help: 'Queries for entitlements.' }).inc();
  const [known, rows] = await Promise.all([catalogue(ctx), listEntitlements(ctx.db, 'guild', serverIds)]);
  const byServer = Map.groupBy(rows, (row) => row.holderId);
  return new Map(serverIds.map((id) => [id, planFrom(known, byServer.get(id) ?? [])]));
}

function count(ctx: Ctx, holder: 'guild' | 'user', by: number): void {
  ctx.metrics
    .counter({
      name: 'entitlements_asked_total',
      help: 'Reads of what a server or person may do.',
      labels: ['holder'],
    })
    .inc({ holder }, by);
}

/** The highest tier wins, with the extras and flags of all tiers. */
export function planFrom(known: Catalogue, held: readonly EntitlementRow[], tierId?: string): ServerPlan {
  const best = highest(known, [...held.map((row) => row.tierId), tierId ?? null, tiers.ServerFree], 'guild');
  if (!best) return free;
  const extra = (addon: Addon): number => held.reduce((sum, row) => sum + (row.extras[addon] ?? 0), 0);
  const limit = (name: keyof CataloguePlan['limits'], otherwise: number): number => best.limits[name] ?? otherwise;
  const each = (prefix: string, value: (addon: Addon) => number) =>
    Object.fromEntries(addons.map((addon) => [`${prefix}${addon}`, value(addon)]));
  const { ceilings } = free;
  return Object.freeze({
    tier: best.tierId,
    isPremium: best.rank > 0,
    bitfield: held.reduce((bits, row) => bits | row.bitfield, best.bitfield),
    // The keys come from the same list as the types.
    limits: each('max', (addon) => limit(addon, 0) + extra(addon)) as Limits,
    graceCeiling: limit('OfflineGraceMinutes', free.graceCeiling),
    ceilings: {
      vodHours: limit('AllowedVodDurationToSave', ceilings.vodHours),
      vodStreamers: limit('AmountOfStreamersSavingVods', ceilings.vodStreamers),
      vodHeight: limit('RecordingHeight', ceilings.vodHeight),
      giveawayHours: limit('GiveawayDurationHours', ceilings.giveawayHours),
      giveawayRequirements: limit('GiveawayRequirements', ceilings.giveawayRequirements),
      giveawayScheduleHours: limit('GiveawayScheduleInFutureHours', ceilings.giveawayScheduleHours),
      giveawaysAtOnce: limit('GiveawaysAtOnce', ceilings.giveawaysAtOnce),
      giveawayWinners: limit('GiveawayWinners', ceilings.giveawayWinners),
    },
    additional: each('additional', extra) as ServerPlan['additional'],
  });
}

/** Finds the highest tier of this kind. Unknown tiers are ignored. */
export function highest(
  known: Catalogue,
  tierIds: readonly (string | null)[],
  holder: 'guild' | 'user',
): CataloguePlan | undefined {
  return tierIds
    .flatMap((id) => (id === null ? [] : (known.byTier.get(id) ?? [])))
    .filter((plan) => plan.holder === holder)
    .toSorted((one, other) => other.rank - one.rank)[0];
}

/** Loads only the flags, because the access check needs nothing else. */
export async function flagsOfServer(ctx: Ctx, serverId: ServerId): Promise<bigint> {
  if (ctx.config.PLANS === 'unlimited') return unlimited.bitfield;
  return ((await serverPlans(ctx, [serverId])).get(serverId) ?? free).bitfield;
}

export interface UserPlan {
  readonly tier: string;
  /** True for any tier above the free one. */
  readonly enabled: boolean;
  readonly bitfield: bigint;
  /** The tier that the plan gives one server. */
  readonly serverTier: string | null;
}

const freeUser: UserPlan = { tier: tiers.UserFree, enabled: false, bitfield: 0n, serverTier: null };
const everything = Object.values(userPremiumFlags).reduce((set, flag) => set | (1n << BigInt(flag.bit)), 0n);

/** Returns a person's plan. */
export async function userPlanOf(ctx: Ctx, userId: UserId): Promise<UserPlan> {
  if (ctx.config.PLANS === 'unlimited')
    return { tier: tiers.UserPremium, enabled: true, bitfield: everything, serverTier: null };
  count(ctx, 'user', 1);
  return await ctx.cache.get(userKey(userId), BELIEVED_MS, async () => {
    const [known, rows] = await Promise.all([catalogue(ctx), listEntitlements(ctx.db, 'user', [userId])]);
    return userPlanFrom(known, rows);
  });
}

export function userPlanFrom(known: Catalogue, held: readonly EntitlementRow[]): UserPlan {
  const best = highest(known, [...held.map((row) => row.tierId), tiers.UserFree], 'user');
  if (!best) return freeUser;
  return { tier: best.tierId, enabled: best.rank > 0, bitfield: best.bitfield, serverTier: best.serverTierId };
}

export const userHolds = async (ctx: Ctx, userId: UserId, flag: UserPremiumFlag): Promise<boolean> =>
  hasBit((await userPlanOf(ctx, userId)).bitfield, userPremiumFlags[flag].bit);
