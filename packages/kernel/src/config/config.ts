import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type BeaconConfig, beaconOf } from './beacon.ts';
import { BrowserHeaders, browserHeadersOf } from './browser-headers.ts';
import { type DiscordConfig, discordOf } from './discord.ts';
import { type EmoteSourcesConfig, emoteSettings, emoteSourcesOf } from './emote-sources.ts';
import { ConfigError } from './error.ts';
import { type KickAddresses, kickAddressesOf } from './kick-addresses.ts';
import { type KickbotConfig, kickbotOf } from './kickbot.ts';
import { type MediaSourcesConfig, mediaSourcesOf } from './media-sources.ts';
import { type StripeConfig, stripeOf } from './stripe.ts';
import { type TopggConfig, topggOf } from './topgg.ts';

const aPort = 'must be a port: a whole number from 1 to 65535';
/** Null: no limit here. */
const perSecond = z.union([z.enum(['none', '0']).transform(() => null), z.coerce.number().int().min(1)]);
/** Null: `auto`, the default. */
const autoOr = (number: z.ZodCoercedNumber) =>
  z.union([z.enum(['auto', '']).transform(() => null), number]).default(null);
const port = z.coerce.number(aPort).int(aPort).min(1, aPort).max(65_535, aPort);
const optional = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));
const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .optional()
  .transform((text) => text === 'true' || text === '1');
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

/**
 * Every variable that the server reads, with a default that runs on one machine with no account anywhere.
 * `.env.example` documents each one; a test compares the two.
 */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  /** Which part this process plays. */
  ROLE: z.enum(['all', 'api', 'bot', 'worker']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(4000),
  WEB_PORT: port.default(3000),
  SIM_PORT: port.default(4400),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional,
  /** The most connections to Postgres that this process opens; unset, it depends on the role. */
  DATABASE_CONNECTIONS: autoOr(z.coerce.number().int().min(4).max(500)),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** The dashboard's public address; OAuth redirects back to it. */
  WEB_URL: url.optional(),
  /** The public address of the API; platforms send their pushes to it. */
  PUBLIC_API_URL: url.optional(),
  /** Encrypts tokens at rest: `id:base64(32 bytes)`, newest first, separated by commas. */
  ENCRYPTION_KEYS: optional,
  /** Days until we delete the journal of posted messages. Must be longer than a failed job can be retried. */
  JOURNAL_DAYS: z.coerce.number().int().min(100).max(3_650).default(180),
  PLANS: z.enum(['tiers', 'unlimited']).default('tiers'),
  SITE_NAME: z.string().default('Tally'),
  OWNER_IDS: z.string().default(''),
  /** Files: a folder below DATA_DIR unless an S3-compatible bucket is named. */
  S3_ENDPOINT: url.optional(),
  S3_BUCKET: optional,
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /** Recordings that servers keep, in GB: for each server, for all together, and what stays free on the disk. */
  RECORDINGS_GB_PER_SERVER: z.coerce.number().min(0).default(50),
  RECORDINGS_GB: z.coerce.number().min(0).default(200),
  RECORDINGS_FREE_GB: z.coerce.number().min(0).default(5),
  /** Discord. Without a token we use the simulated world. */
  DISCORD_TOKEN: optional,
  DISCORD_CLIENT_ID: optional,
  DISCORD_CLIENT_SECRET: optional,
  DISCORD_PUBLIC_KEY: optional,
  /** How commands and buttons arrive: over the gateway, or as signed calls to `/webhooks/discord`. */
  DISCORD_INTERACTIONS: z.enum(['gateway', 'http']).default('gateway'),
  DISCORD_API_URL: url.optional(),
  DISCORD_CDN_URL: url.optional(),
  DISCORD_AUTHORIZE_URL: url.optional(),
  SUPPORT_SERVER_ID: optional,
  /** Where staff read what people write to them; without it only in the admin area. */
  STAFF_CHANNEL_ID: optional,
  /** Where incidents and maintenance are announced; without it only on the status page. */
  STATUS_CHANNEL_ID: optional,
  /** Kick. Without an app we use the simulated Kick, if Discord is simulated too or if this variable asks for it. */
  KICK_CLIENT_ID: optional,
  KICK_CLIENT_SECRET: optional,
  KICK_SIMULATED: flag,
  KICK_API_URL: url.optional(),
  KICK_ID_URL: url.optional(),
  KICK_SITE_URL: url.optional(),
  KICK_WEB_URL: url.optional(),
  KICK_MOBILE_URL: url.optional(),
  KICK_CLIPS_URL: url.optional(),
  KICK_STREAM_URL: url.optional(),
  KICK_FILES_URL: url.optional(),
  /** Endpoints that Kick does not document (clips, VODs, emotes). */
  KICK_UNOFFICIAL: z.enum(['on', 'off']).default('on'),
  /** The socket of Kick's own chat, in addition to its webhooks. Needs KICK_UNOFFICIAL as well. */
  KICK_UNOFFICIAL_CHAT: z.enum(['on', 'off']).default('off'),
  KICK_PUSHER_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** KickBot, a third-party chat bot on Kick. We post its clips. */
  KICKBOT_ACCOUNT_ID: optional,
  KICKBOT_SECRET: optional,
  KICKBOT_SITE_URL: url.optional(),
  KICKBOT_MEDIA_URL: url.optional(),
  /** Twitch. The rules for a missing app are the same as for Kick. */
  TWITCH_CLIENT_ID: optional,
  TWITCH_CLIENT_SECRET: optional,
  TWITCH_SIMULATED: flag,
  /** Signs Twitch's pushes; derived from the client secret when unset. */
  TWITCH_EVENTSUB_SECRET: z.union([z.literal(''), z.string().min(10).max(100)]).optional(),
  /** Pushes arrive through a conduit. Its id instead of `on` keeps it when our address changes. */
  TWITCH_CONDUIT: z.union([z.enum(['on', 'off']), z.uuid()]).default('off'),
  /** The id of the account that reads and writes in chats. */
  TWITCH_BOT_ID: z
    .union([z.literal(''), z.string().regex(/^\d{1,18}$/, 'must be the number of an account')])
    .optional(),
  TWITCH_HELIX_URL: url.optional(),
  TWITCH_ID_URL: url.optional(),
  /** YouTube. The rules for a missing key are the same as for Kick. */
  YOUTUBE_API_KEY: optional,
  YOUTUBE_SIMULATED: flag,
  /** People link their YouTube channels with these. A real key without them turns linking off. */
  YOUTUBE_CLIENT_ID: optional,
  YOUTUBE_CLIENT_SECRET: optional,
  /** Signs the pushes of YouTube's hub; derived from the key when unset. */
  YOUTUBE_HUB_SECRET: z.union([z.literal(''), z.string().min(10).max(199)]).optional(),
  /** The daily quota of one Google project: https://developers.google.com/youtube/v3/determine_quota_cost */
  YOUTUBE_DAILY_UNITS: z.coerce.number().int().min(100).default(10_000),
  YOUTUBE_DAILY_SEARCHES: z.coerce.number().int().min(0).default(100),
  YOUTUBE_API_URL: url.optional(),
  YOUTUBE_HUB_URL: url.optional(),
  YOUTUBE_SITE_URL: url.optional(),
  YOUTUBE_AUTHORIZE_URL: url.optional(),
  YOUTUBE_TOKEN_URL: url.optional(),
  /** TikTok and Rumble have no keys; `real` reads their pages. Empty follows the same rules as Kick without an app. */
  TIKTOK_PAGES: z.enum(['simulated', 'real', 'off', '']).optional(),
  TIKTOK_SITE_URL: url.optional(),
  TIKTOK_WEBCAST_URL: url.optional(),
  RUMBLE_PAGES: z.enum(['simulated', 'real', 'off', '']).optional(),
  RUMBLE_SITE_URL: url.optional(),
  ...emoteSettings,
  /** The headers we send to pages that are made for people. */
  BROWSER_USER_AGENT: optional,
  BROWSER_HEADERS: BrowserHeaders.optional(),
  /** Stripe. Without a key we use the simulated Stripe if Discord is simulated too; otherwise billing is off. */
  STRIPE_SECRET_KEY: optional,
  /** Signs Stripe's pushes: `whsec_…` of the endpoint `/webhooks/stripe`. */
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: url.optional(),
  /** `off`: nothing is sold, even with keys. Staff can still grant plans by hand. */
  BILLING: z.enum(['auto', 'off']).default('auto'),
  /** Votes from top.gg: signed (`whs_…`), or with a password, which is the older way. */
  TOPGG_WEBHOOK_SECRET: optional,
  TOPGG_WEBHOOK_PASSWORD: optional,
  /** `off`: only the seed decides the draws of giveaways, and their proofs say so. */
  GIVEAWAY_BEACON: z.enum(['on', 'off']).default('on'),
  SENTRY_DSN: optional,
  /** The API's rate limit: calls per minute per caller. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(240),
  TRUST_PROXY: flag,
  /** How long a stopping API still takes requests, for balancers that have not seen yet that it stops. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(5),
  /** Calls per second with the bot's token, for all processes together. `none` is for benches on a simulated Discord. */
  CALLS_PER_SECOND: perSecond.default(50),
  /** Calls per second without it (webhooks, logins), for all processes that reach Discord from one IP address. */
  WEBHOOKS_PER_SECOND: perSecond.default(50),
  /** Names the address that this process reaches Discord from. Unset: all processes share one. */
  EGRESS_GROUP: z.string().max(99).default(''),
  /** The number of shards over all bot processes; Discord decides when it is unset. */
  SHARDS: autoOr(z.coerce.number().int().min(1)),
  /** How many shards move together from one bot process to another; unset, so few that bots get equal parts. */
  SHARDS_PER_CLUSTER: autoOr(z.coerce.number().int().min(1).max(1000)),
  /** A bot process that does not renew its lease for this long loses its shards to the others. */
  SHARD_LEASE_SECONDS: z.coerce.number().min(2).max(120).default(12),
});

export type Environment = z.output<typeof Environment>;

export interface Config extends Environment {
  readonly webUrl: string;
  readonly publicApiUrl: string;
  readonly discord: DiscordConfig;
  readonly kick: PlatformConfig &
    KickAddresses & {
      readonly clientId: string;
      readonly clientSecret: string;
      /** Whether we also read kick.com itself, in addition to the public API. */
      readonly isUnofficial: boolean;
      /** Whether we also read its chats. */
      readonly isChatRead: boolean;
    };
  readonly twitch: PlatformConfig & {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly eventsubSecret: string;
    readonly conduit: 'on' | 'off' | (string & {});
    /** Null: we neither read nor write in chats. */
    readonly botId: string | null;
    readonly helixUrl: string;
    readonly idUrl: string;
  };
  readonly youtube: PlatformConfig & {
    readonly apiKey: string;
    readonly hubSecret: string;
    readonly dailyUnits: number;
    readonly dailySearches: number;
    /** The Data API, with its version. */
    readonly apiUrl: string;
    readonly hubUrl: string;
    readonly siteUrl: string;
    /** Null: login with Google is off. */
    readonly login: {
      readonly clientId: string;
      readonly clientSecret: string;
      readonly authorizeUrl: string;
      /** Below it: `/token` and `/revoke`. */
      readonly tokenUrl: string;
    } | null;
  };
  readonly tiktok: PagesConfig & { readonly webcastUrl: string };
  readonly rumble: PagesConfig;
  readonly emotes: EmoteSourcesConfig;
  readonly media: MediaSourcesConfig;
  /** The headers of a browser, for pages that are made for people. */
  readonly browserHeaders: Readonly<Record<string, string>>;
  readonly stripe: StripeConfig;
  readonly beacon: BeaconConfig;
  readonly topgg: TopggConfig;
  readonly kickbot: KickbotConfig;
}

export interface PlatformConfig {
  readonly isReal: boolean;
  /** The platform is not set up here: we never call it, and streamers followed there wait. */
  readonly isOff: boolean;
}

/** A platform that we read through its public pages. */
export interface PagesConfig extends PlatformConfig {
  readonly siteUrl: string;
}

export { ConfigError };

/** Reads the environment. Where there is no real key, we use the well-known key of the simulated world. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`);
  }
  const read = parsed.data;
  if (read.ROLE !== 'all' && !read.DATABASE_URL) {
    throw new ConfigError(
      `DATABASE_URL: needed with ROLE=${read.ROLE}, because the built-in database serves one process only`,
    );
  }
  return {
    ...read,
    webUrl: read.WEB_URL ?? `http://localhost:${read.WEB_PORT}`,
    publicApiUrl: read.PUBLIC_API_URL ?? `http://127.0.0.1:${read.API_PORT}`,
    discord: discordOf(read),
    kick: kickOf(read),
    twitch: twitchOf(read),
    youtube: youtubeOf(read),
    tiktok: {
      ...pagesOf(read, 'TIKTOK_PAGES'),
      siteUrl: read.TIKTOK_SITE_URL ?? siteOf(read, 'tiktok', 'https://www.tiktok.com'),
      webcastUrl: read.TIKTOK_WEBCAST_URL ?? siteOf(read, 'tiktok', 'https://webcast.tiktok.com', 'webcast'),
    },
    rumble: {
      ...pagesOf(read, 'RUMBLE_PAGES'),
      siteUrl: read.RUMBLE_SITE_URL ?? siteOf(read, 'rumble', 'https://rumble.com'),
    },
    emotes: emoteSourcesOf(read, twitchOf(read).isReal),
    media: mediaSourcesOf(read),
    browserHeaders: browserHeadersOf(read.BROWSER_USER_AGENT, read.BROWSER_HEADERS),
    stripe: stripeOf(read),
    beacon: beaconOf(read),
    topgg: topggOf(read),
    kickbot: kickbotOf(read, kickOf(read).isReal),
  };
}

/** Half a pair is an error. It never means that the simulated world is wanted. */
function hasPair(read: Environment, one: keyof Environment, other: keyof Environment): boolean {
  if (Boolean(read[one]) === Boolean(read[other])) return Boolean(read[one]);
  const [missing, given] = read[one] ? [other, one] : [one, other];
  throw new ConfigError(`${missing}: needed beside ${given}`);
}

/**
 * With a real Discord, a platform is simulated only on request. Otherwise real servers would see creators that do not
 * exist.
 */
const standingOf = (read: Environment, isReal: boolean, isSimulated: boolean): PlatformConfig => ({
  isReal,
  isOff: !isReal && !isSimulated && Boolean(read.DISCORD_TOKEN),
});

function kickOf(read: Environment): Config['kick'] {
  const isReal = hasPair(read, 'KICK_CLIENT_ID', 'KICK_CLIENT_SECRET');
  return {
    ...standingOf(read, isReal, read.KICK_SIMULATED),
    ...kickAddressesOf(read, isReal),
    clientId: read.KICK_CLIENT_ID ?? 'sim-kick-client',
    clientSecret: read.KICK_CLIENT_SECRET ?? 'sim-kick-secret',
    isUnofficial: read.KICK_UNOFFICIAL === 'on',
    isChatRead: read.KICK_UNOFFICIAL === 'on' && read.KICK_UNOFFICIAL_CHAT === 'on',
  };
}

function twitchOf(read: Environment): Config['twitch'] {
  const sim = `http://127.0.0.1:${read.SIM_PORT}/twitch`;
  const isReal = hasPair(read, 'TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET');
  const clientSecret = read.TWITCH_CLIENT_SECRET ?? 'sim-twitch-secret';
  // Derived, so every process and every start gets the same secret and the operator need not store it.
  const derived = () => createHmac('sha256', clientSecret).update('twitch eventsub').digest('hex');
  return {
    ...standingOf(read, isReal, read.TWITCH_SIMULATED),
    clientId: read.TWITCH_CLIENT_ID ?? 'sim-twitch-client',
    clientSecret,
    eventsubSecret: read.TWITCH_EVENTSUB_SECRET || derived(),
    conduit: read.TWITCH_CONDUIT,
    // The bot account of the simulated world has already agreed.
    botId: read.TWITCH_BOT_ID || (isReal ? null : '900100'),
    helixUrl: read.TWITCH_HELIX_URL ?? (isReal ? 'https://api.twitch.tv/helix' : `${sim}/helix`),
    idUrl: read.TWITCH_ID_URL ?? (isReal ? 'https://id.twitch.tv' : `${sim}/id`),
  };
}

function youtubeOf(read: Environment): Config['youtube'] {
  const sim = `http://127.0.0.1:${read.SIM_PORT}/youtube`;
  const isReal = Boolean(read.YOUTUBE_API_KEY);
  const apiKey = read.YOUTUBE_API_KEY ?? 'sim-youtube-key';
  const derived = () => createHmac('sha256', apiKey).update('youtube hub').digest('hex');
  return {
    ...standingOf(read, isReal, read.YOUTUBE_SIMULATED),
    apiKey,
    hubSecret: read.YOUTUBE_HUB_SECRET || derived(),
    dailyUnits: read.YOUTUBE_DAILY_UNITS,
    dailySearches: read.YOUTUBE_DAILY_SEARCHES,
    apiUrl: read.YOUTUBE_API_URL ?? (isReal ? 'https://www.googleapis.com/youtube/v3' : `${sim}/api/youtube/v3`),
    hubUrl: read.YOUTUBE_HUB_URL ?? (isReal ? 'https://pubsubhubbub.appspot.com' : `${sim}/hub`),
    siteUrl: read.YOUTUBE_SITE_URL ?? (isReal ? 'https://www.youtube.com' : `${sim}/site`),
    login: googleLoginOf(read, isReal ? null : sim),
  };
}

function googleLoginOf(read: Environment, sim: string | null): Config['youtube']['login'] {
  const { YOUTUBE_CLIENT_ID: clientId, YOUTUBE_CLIENT_SECRET: clientSecret } = read;
  const addresses = {
    authorizeUrl:
      read.YOUTUBE_AUTHORIZE_URL ??
      (sim ? `${sim}/accounts/o/oauth2/v2/auth` : 'https://accounts.google.com/o/oauth2/v2/auth'),
    tokenUrl: read.YOUTUBE_TOKEN_URL ?? (sim ? `${sim}/oauth2` : 'https://oauth2.googleapis.com'),
  };
  hasPair(read, 'YOUTUBE_CLIENT_ID', 'YOUTUBE_CLIENT_SECRET');
  if (sim) return { clientId: 'sim-youtube-client', clientSecret: 'sim-youtube-secret', ...addresses };
  return clientId && clientSecret ? { clientId, clientSecret, ...addresses } : null;
}

function pagesOf(read: Environment, setting: 'TIKTOK_PAGES' | 'RUMBLE_PAGES'): PlatformConfig {
  const mode = read[setting];
  const { isReal, isOff } = standingOf(read, mode === 'real', mode === 'simulated');
  return { isReal, isOff: isOff || mode === 'off' };
}

const siteOf = (read: Environment, world: 'tiktok' | 'rumble', real: string, part = 'site'): string =>
  read[world === 'tiktok' ? 'TIKTOK_PAGES' : 'RUMBLE_PAGES'] === 'real'
    ? real
    : `http://127.0.0.1:${read.SIM_PORT}/${world}/${part}`;
