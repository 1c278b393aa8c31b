import { z } from 'zod';
import { count, int } from './fields.ts';

/** What a plan counts, and an add-on adds to. On the wire: `additional…`, `max…`, `default…`. */
export const addons = [
  'KickConnections',
  'TwitchConnections',
  'RumbleConnections',
  'TiktokConnections',
  'YoutubeConnections',
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

/** What may be bought on top of a plan. */
const addonCount = int(0, 500);

export const additionalAddons = keyed('additional', addonCount);
export const maxAddons = keyed('max', count);
export const defaultAddons = keyed('default', count);

/**
 * Limits that no plan raises. Each is counted after the lock of its owner, so that requests sent together cannot pass it:
 * apps/server/src/api/limits.db.test.ts tries that for every key.
 */
export const fixedLimits = {
  giveawayTemplates: 25,
  giveawayPictures: 200,
  statCounters: 20,
  creators: 100,
  teamMembers: 50,
  /** Teams that one person is in, besides the one they lead. */
  teamsJoined: 25,
  openInvites: 20,
  /** A streamer's evening, several times over. */
  fillerVideos: 200,
  wishesADay: 5,
  commentsADay: 20,
  openQuestions: 3,
  questionsADay: 5,
  /** Every process holds all of them in memory, twice. */
  faqEntries: 2_000,
} as const;
export type FixedLimit = keyof typeof fixedLimits;

/** What a server may have right now: plan and add-ons together. */
export const Limits = z.object(maxAddons).meta({ id: 'Limits' });
export type Limits = z.infer<typeof Limits>;

/** What the free tier gives, as a checkout shows it. */
export const FreeTierInfo = z.object(keyed('default', count.optional())).meta({ id: 'FreeTierInfo' });
export type FreeTierInfo = z.infer<typeof FreeTierInfo>;

export const AdditionalAddons = z.object(keyed('additional', addonCount.optional()));
export type AdditionalAddons = z.infer<typeof AdditionalAddons>;

/** The tier of a server and what was bought on top. */
export const GuildPremium = z.object({ tier: z.string().max(16), ...additionalAddons }).meta({ id: 'GuildPremium' });
export type GuildPremium = z.infer<typeof GuildPremium>;

/** The tier of a person. `enabled` is worked out on reading. */
export const UserPremium = z.object({ tier: z.string().max(16), enabled: z.boolean() }).meta({ id: 'UserPremium' });
export type UserPremium = z.infer<typeof UserPremium>;
