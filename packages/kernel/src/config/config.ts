import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { backupSettings, refuseBackupsWithoutKeys } from './backup.ts';
import { type BeaconConfig, beaconOf } from './beacon.ts';
import { BrowserHeaders, browserHeadersOf } from './browser-headers.ts';
import { type DiscordConfig, discordOf } from './discord.ts';
import { type EmoteSourcesConfig, emoteSettings, emoteSourcesOf } from './emote-sources.ts';
import { ConfigError } from './error.ts';
import { type KickbotConfig, kickbotOf, kickbotSettings } from './kickbot.ts';
import { type MediaSourcesConfig, mediaSourcesOf } from './media-sources.ts';
import { type PlatformConfigs, platformConfigsOf, platformSettings } from './platforms/index.ts';
import { type StripeConfig, stripeOf } from './stripe.ts';
import { type TopggConfig, topggOf } from './topgg.ts';
import { traceSettings } from './traces.ts';
import { flag, optional, url } from './values.ts';

const aPort = 'must be a port: a whole number from 1 to 65535';
/** Null if this process sets no limit. */
const perSecond = z.union([z.enum(['none', '0']).transform(() => null), z.coerce.number().int().min(1)]);
/** Null for `auto`, the default. */
const autoOr = (number: z.ZodCoercedNumber) =>
  z.union([z.enum(['auto', '']).transform(() => null), number]).default(null);
const port = z.coerce.number(aPort).int(aPort).min(1, aPort).max(65_535, aPort);
/**
 * Every variable that the server reads. The defaults run on one machine without any account. `.env.example` documents
 * each variable, and a test compares the two.
 */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  /** The part of the program that this process runs. */
  ROLE: z.enum(['all', 'api', 'bot', 'worker']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(4000),
  WEB_PORT: port.default(3000),
  SIM_PORT: port.default(4400),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optional,
  /** The most connections to Postgres that this process opens. The default depends on the role. */
  DATABASE_CONNECTIONS: autoOr(z.coerce.number().int().min(4).max(500)),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** The dashboard's public URL. OAuth redirects back to it. */
  WEB_URL: url.optional(),
  /** The API's public URL. Platforms send their pushes to it. */
  PUBLIC_API_URL: url.optional(),
  /** The keys that encrypt stored tokens: `id:base64(32 bytes)`, newest first, separated by commas. */
  ENCRYPTION_KEYS: optional,
  /** Days until we delete the journal of posted messages. Must be longer than a failed job can be retried. */
  JOURNAL_DAYS: z.coerce.number().int().min(100).max(3_650).default(180),
  /** With `true`, nothing is sent to Discord or the platforms. With `never`, crashes do not turn safe mode on. */
  SAFE_MODE: z
    .union([z.literal('').transform(() => 'auto' as const), z.enum(['auto', 'true', 'never'])])
    .default('auto'),
  PLANS: z.enum(['tiers', 'unlimited']).default('tiers'),
  SITE_NAME: z.string().default('Tally'),
  OWNER_IDS: z.string().default(''),
  /** Files are in a folder below DATA_DIR unless an S3-compatible bucket is named. */
  S3_ENDPOINT: url.optional(),
  S3_BUCKET: optional,
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  /** The limits for kept recordings in GB: per server, in total, and the space to leave free on the disk. */
  RECORDINGS_GB_PER_SERVER: z.coerce.number().min(0).default(50),
  RECORDINGS_GB: z.coerce.number().min(0).default(200),
  RECORDINGS_FREE_GB: z.coerce.number().min(0).default(5),
  /** Without a Discord token we use the simulated world. */
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
  /** The channel for people's messages to staff. Without it they appear only in the admin area. */
  STAFF_CHANNEL_ID: optional,
  /** The channel for incidents and maintenance. Without it they appear only on the status page. */
  STATUS_CHANNEL_ID: optional,
  ...backupSettings,
  ...platformSettings,
  ...kickbotSettings,
  ...emoteSettings,
  /** The headers that we send to pages made for people. */
  BROWSER_USER_AGENT: optional,
  BROWSER_HEADERS: BrowserHeaders.optional(),
  /** Without a Stripe key we use the simulated Stripe if Discord is simulated too. Otherwise billing is off. */
  STRIPE_SECRET_KEY: optional,
  /** The secret that signs Stripe's pushes: `whsec_…` of the endpoint `/webhooks/stripe`. */
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: url.optional(),
  /** With `off`, billing is off even with keys. Staff can still grant plans manually. */
  BILLING: z.enum(['auto', 'off']).default('auto'),
  /** The secret for votes from top.gg: signed (`whs_…`), or a password, which is the older way. */
  TOPGG_WEBHOOK_SECRET: optional,
  TOPGG_WEBHOOK_PASSWORD: optional,
  /** With `off`, only the seed decides giveaway draws, and their proofs say so. */
  GIVEAWAY_BEACON: z.enum(['on', 'off']).default('on'),
  SENTRY_DSN: optional,
  ...traceSettings,
  /** The API's rate limit: calls per minute per caller. */
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(240),
  TRUST_PROXY: flag,
  /** How long a stopping API still accepts requests, because load balancers may not have noticed the stop. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(5),
  /** Calls per second with the bot's token, for all processes together. `none` is for benches on a simulated Discord. */
  CALLS_PER_SECOND: perSecond.default(50),
  /** Calls per second without the bot's token (webhooks, logins), for all processes behind one IP address. */
  WEBHOOKS_PER_SECOND: perSecond.default(50),
  /** The name of the IP address from which this process reaches Discord. By default all processes share one. */
  EGRESS_GROUP: z.string().max(99).default(''),
  /** The number of shards across all bot processes. By default Discord decides. */
  SHARDS: autoOr(z.coerce.number().int().min(1)),
  /** How many shards move together from one bot process to another. The default gives all bots equal parts. */
  SHARDS_PER_CLUSTER: autoOr(z.coerce.number().int().min(1).max(1000)),
  /** A bot process that does not renew its lease for this long loses its shards to the others. */
  SHARD_LEASE_SECONDS: z.coerce.number().min(2).max(120).default(12),
});

export type Environment = z.output<typeof Environment>;

export interface Config extends Environment, PlatformConfigs {
  readonly webUrl: string;
  readonly publicApiUrl: string;
  readonly discord: DiscordConfig;
  readonly emotes: EmoteSourcesConfig;
  readonly media: MediaSourcesConfig;
  /** Browser headers, for pages made for people. */
  readonly browserHeaders: Readonly<Record<string, string>>;
  readonly stripe: StripeConfig;
  readonly beacon: BeaconConfig;
  readonly topgg: TopggConfig;
  readonly kickbot: KickbotConfig;
}

export type { PlatformConfig } from './platforms/standing.ts';
export { ConfigError };

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the environment. If a real key is missing, we use the well-known key of the simulated world. */
export function readConfig(env: Env): Config {
  const parsed = Environment.safeParse(withSecretFiles(env));
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
  refuseBackupsWithoutKeys(read);
  const platforms = platformConfigsOf(read);
  const webUrl = read.WEB_URL ?? `http://localhost:${read.WEB_PORT}`;
  return {
    ...read,
    webUrl,
    publicApiUrl: read.PUBLIC_API_URL ?? `http://127.0.0.1:${read.API_PORT}`,
    discord: discordOf(read, webUrl),
    ...platforms,
    emotes: emoteSourcesOf(read, platforms.twitch.isReal),
    media: mediaSourcesOf(read),
    browserHeaders: browserHeadersOf(read.BROWSER_USER_AGENT, read.BROWSER_HEADERS),
    stripe: stripeOf(read),
    beacon: beaconOf(read),
    topgg: topggOf(read),
    kickbot: kickbotOf(read, platforms.kick.isReal),
  };
}

const isSecret = (name: string): boolean => /_(TOKEN|SECRET|KEY|KEYS|PASSWORD)$|^DATABASE_URL$/.test(name);
const FILE = '_FILE';

/** Reads secrets from the files that the environment names: `DISCORD_TOKEN_FILE=/run/secrets/token`. */
function withSecretFiles(env: Env): Env {
  const read = Object.entries(env).flatMap(([key, path]) => {
    const name = key.slice(0, -FILE.length);
    if (!path || !key.endsWith(FILE) || !isSecret(name)) return [];
    if (env[name]) throw new ConfigError(`${key}: remove it or ${name}, because both are set`);
    return [[name, readSecret(key, path)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function readSecret(key: string, path: string): string {
  let text: string;
  try {
    // Editors end a file with a line break, which is not part of the secret.
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`${key}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (text === '') throw new ConfigError(`${key}: ${path} is empty`);
  return text;
}
