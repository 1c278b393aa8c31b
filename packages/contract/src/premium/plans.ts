import { z } from 'zod';
import { bits } from '../wire/codecs.ts';
import { Holder } from '../wire/enums.ts';
import { count } from '../wire/fields.ts';
import { Addon, addons, defaultAddons, FreeTierInfo } from './limits.ts';

/** Prices are cents per month; a year costs ten months. */
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
  /** Trial days for customers who have never bought anything. */
  trialDays: count,
  roleInSupportServer: z.string().nullish(),
  showDecreasedPrice: z.string().nullish(),
} as const;

/** The yearly price in cents for a monthly price. */
export const yearlyCents = (cents: number): number => cents * MONTHS_PAID_PER_YEAR;

const ceiling = count.nullish();

export const UserPlan = z
  .object({
    type: z.literal('user'),
    ...common,
    /** The tier that one server gets with it. */
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

/** A plan as a checkout shows it, next to the free tier. */
export const PlanInDetail = z.discriminatedUnion('type', [
  UserPlan.extend({ freeTierInfo: FreeTierInfo.optional() }),
  GuildPlan.extend({ freeTierInfo: FreeTierInfo.optional() }),
]);

/** `priceCents` is the monthly price of one step. Elsewhere on the wire quantities count the things themselves. */
export const PlanAddon = z
  .object({
    addonId: Addon,
    name: z.string(),
    priceCents: count,
    isActive: z.boolean(),
    type: Holder,
    /** The size of a step. */
    step: count,
    /** The maximum. */
    most: count,
  })
  .meta({ id: 'PlanAddon' });
export type PlanAddon = z.infer<typeof PlanAddon>;

/** Limits of a server plan that no add-on raises. */
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
