import { z } from 'zod';
import { bits } from '../wire/codecs.ts';
import { Holder } from '../wire/enums.ts';
import { count } from '../wire/fields.ts';
import { Addon, addons, defaultAddons, FreeTierInfo } from './limits.ts';

/** Prices are in cents per month. A year costs as much as ten months. */
export const MONTHS_PAID_PER_YEAR = 10;

const common = {
  tierId: z.string(),
  name: z.string(),
  description: z.string(),
  bitfield: bits,
  cents: count,
  enabled: z.boolean(),
  isShown: z.boolean(),
  colorScheme: z.string().nullish(),
  highlighted: z.boolean().nullish(),
  onSaleTag: z.boolean().nullish(),
  /** The trial days for customers who have never bought anything. */
  trialDays: count,
  roleInSupportServer: z.string().nullish(),
  showDecreasedPrice: z.string().nullish(),
} as const;

/** Returns the yearly price in cents for a monthly one. */
export const yearlyCents = (cents: number): number => cents * MONTHS_PAID_PER_YEAR;

const ceiling = count.nullish();

export const UserPlan = z
  .object({
    type: z.literal('user'),
    ...common,
    /** The tier that this plan gives one server. */
    userPremiumServerPremium: z.string().nullish(),
  })
  .meta({ id: 'UserPlan' });

export const GuildPlan = z
  .object({
    type: z.literal('guild'),
    ...common,
    ...z.object(defaultAddons).partial().shape,
    maxOfflineGraceMinutes: ceiling,
    maxAllowedVodDurationToSave: ceiling,
    maxAmountOfStreamersSavingVods: ceiling,
    maxRecordingHeight: ceiling,
    maxGiveawayDurationHours: ceiling,
    maxGiveawayRequirements: ceiling,
    maxGiveawayScheduleInFutureHours: ceiling,
    maxGiveawaysAtOnce: ceiling,
    maxGiveawayWinners: ceiling,
  })
  .meta({ id: 'GuildPlan' });

export const Plan = z.discriminatedUnion('type', [UserPlan, GuildPlan]);
export type UserPlan = z.infer<typeof UserPlan>;
export type GuildPlan = z.infer<typeof GuildPlan>;
export type Plan = z.infer<typeof Plan>;

/** A plan and the free tier, for a checkout. */
export const PlanInDetail = z.discriminatedUnion('type', [
  UserPlan.extend({ freeTierInfo: FreeTierInfo.optional() }),
  GuildPlan.extend({ freeTierInfo: FreeTierInfo.optional() }),
]);

/** `priceCents` is the monthly price of one step. All other quantities on the wire count the things themselves. */
export const PlanAddon = z
  .object({
    addonId: Addon,
    name: z.string(),
    priceCents: count,
    isActive: z.boolean(),
    type: Holder,
    /** How many things one step adds. */
    step: count,
    /** The most things that can be bought. */
    most: count,
  })
  .meta({ id: 'PlanAddon' });
export type PlanAddon = z.infer<typeof PlanAddon>;

/** A server plan's limits that no add-on raises. */
export const planCeilings = [
  'OfflineGraceMinutes',
  'AllowedVodDurationToSave',
  'AmountOfStreamersSavingVods',
  'RecordingHeight',
  'GiveawayDurationHours',
  'GiveawayRequirements',
  'GiveawayScheduleInFutureHours',
  'GiveawaysAtOnce',
  'GiveawayWinners',
] as const;
export type PlanLimit = Addon | (typeof planCeilings)[number];

export const planLimits = <F extends z.ZodType>(field: F): { [L in PlanLimit]: F } =>
  Object.fromEntries([...addons, ...planCeilings].map((name) => [name, field])) as { [L in PlanLimit]: F };
