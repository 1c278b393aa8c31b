import { z } from 'zod';
import { platformAddons } from '../platforms/words.ts';
import { count, int } from '../wire/fields.ts';

/** What a plan limits and an add-on raises. The wire adds `additional…`, `max…` or `default…` to these names. */
export const addons = [
  ...Object.values(platformAddons),
  'AutoLiveRoles',
  'StatusRoles',
  'Overrides',
  'StickyMessages',
  'Starboards',
  'LinkedRoles',
] as const;
export type Addon = (typeof addons)[number];
export const Addon = z.enum(addons);

type Keyed<Prefix extends string, F> = { [A in Addon as `${Prefix}${A}`]: F };

function keyed<const Prefix extends string, F extends z.core.$ZodType>(prefix: Prefix, field: F): Keyed<Prefix, F> {
  const shape = Object.fromEntries(addons.map((addon) => [`${prefix}${addon}`, field]));
  return shape as Keyed<Prefix, F>;
}

/** How many things people can buy on top of a plan. */
const addonCount = int(0, 500);

export const additionalAddons = keyed('additional', addonCount);
export const maxAddons = keyed('max', count);
export const defaultAddons = keyed('default', count);

/**
 * Limits that no plan raises. Each is counted after its owner is locked, so concurrent requests cannot exceed it.
 * apps/server/src/api/limits.db.test.ts tests this for every key.
 */
export const fixedLimits = {
  giveawayTemplates: 25,
  giveawayPictures: 200,
  statCounters: 20,
  creators: 100,
  teamMembers: 50,
  /** The most teams that one person can be in besides their own. */
  teamsJoined: 25,
  openInvites: 20,
  /** Several times as many as one evening's stream needs. */
  fillerVideos: 200,
  wishesADay: 5,
  commentsADay: 20,
  openQuestions: 3,
  questionsADay: 5,
  /** Limited, because every process keeps two copies of all entries in memory. */
  faqEntries: 2_000,
} as const;
export type FixedLimit = keyof typeof fixedLimits;

/** A server's current limits, from its plan and add-ons. */
export const Limits = z.object(maxAddons).meta({ id: 'Limits' });
export type Limits = z.infer<typeof Limits>;

/** The free tier's limits, for a checkout. */
export const FreeTierInfo = z.object(keyed('default', count.optional())).meta({ id: 'FreeTierInfo' });
export type FreeTierInfo = z.infer<typeof FreeTierInfo>;

export const AdditionalAddons = z.object(keyed('additional', addonCount.optional()));
export type AdditionalAddons = z.infer<typeof AdditionalAddons>;

/** A server's tier and add-ons. */
export const GuildPremium = z.object({ tier: z.string().max(16), ...additionalAddons }).meta({ id: 'GuildPremium' });
export type GuildPremium = z.infer<typeof GuildPremium>;

/** A person's tier. `enabled` is computed on reading. */
export const UserPremium = z.object({ tier: z.string().max(16), enabled: z.boolean() }).meta({ id: 'UserPremium' });
export type UserPremium = z.infer<typeof UserPremium>;
