import {
  type Platform,
  type PlayerPlatform,
  perPlatform,
  platformSettings,
  playerOf,
  playerPlatforms,
} from '@tally/contract/platforms/words';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const link = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text))
  .pipe(z.url({ protocol: /^https?$/ }).optional());
const port = z.coerce.number().int().min(1).max(65_535);

/** URLs without a setting default to our own pages. */
const Own = z.object({
  WEB_PORT: port.default(3000),
  SIM_PORT: port.default(4400),
  /** The public URL of the dashboard. Required behind a reverse proxy. */
  WEB_URL: url.optional(),
  /** The API's URL for this process. Browsers never call it directly. */
  API_URL: url.default('http://127.0.0.1:4000'),
  /** True if our own proxy reports the client's address. */
  TRUST_PROXY: z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((text) => text === 'true' || text === '1'),
  SITE_NAME: z.string().min(1).default('Tally'),
  /** The storage for recordings, unless we serve them from a folder. */
  S3_ENDPOINT: z.union([z.literal(''), url]).optional(),
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_CDN_URL: url.optional(),
  KICK_FILES_URL: url.optional(),
  TWITCH_CHAT_URL: z.union([z.literal(''), z.url({ protocol: /^wss?$/ })]).optional(),
  DOCS_URL: link,
  STATUS_URL: link,
  /** The status page links this channel for incidents, next to the invite. */
  STATUS_CHANNEL_ID: z.string().optional(),
  FEEDBACK_URL: link,
  CHAT_WIDGET_URL: link,
  SUPPORT_URL: link,
  VOTE_URL: link,
  TWITTER_URL: link,
  TIKTOK_URL: link,
  YOUTUBE_PROMO_URL: link,
  SOURCE_URL: link,
  SENTRY_DSN: link,
  /** The address to which people report security problems. */
  SECURITY_CONTACT: z
    .string()
    .optional()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(
      z
        .string()
        .regex(/^(mailto:|https:\/\/)\S+$/, 'must begin with mailto: or https://')
        .optional(),
    ),
});

const nameOf = (setting: string): string => setting.split('=')[0] ?? setting;
const playerAddresses = playerPlatforms.map((id) => playerOf(id).address);

/** All environment variables that the web app reads, including those of the platforms. */
export const Environment = Own.extend({
  ...Object.fromEntries(
    [...Object.values(platformSettings).flat(), ...playerAddresses.map(({ simulatedBy }) => simulatedBy)].map(
      (setting) => [nameOf(setting), z.string().optional()],
    ),
  ),
  ...Object.fromEntries(playerAddresses.map(({ setting }) => [setting, z.union([z.literal(''), url]).optional()])),
});

export interface Config extends z.output<typeof Own> {
  readonly webUrl: string;
  /** The origin of Discord's pictures, or of the simulated Discord's if there is no bot token. */
  readonly cdnUrl: string;
  /** The public URL of the simulated world, while any external service is simulated. */
  readonly worldUrl: string | undefined;
  /** The URL of Twitch's chat for the chat widget, and the origin of its pictures. */
  readonly twitchChatUrl: string;
  readonly twitchCdnUrl: string;
  readonly kickFilesUrl: string;
  /** The platforms' players, which the media player in OBS embeds. */
  readonly players: Readonly<Record<PlayerPlatform, string>>;
  /** Allowed prefixes for pictures from other sites. */
  readonly pictureSources: readonly string[];
}

/** Explains an invalid variable in one sentence to the person who starts the program. */
export class ConfigError extends Error {}

type Env = Readonly<Record<string, string | undefined>>;

/** Checks a setting in the form `NAME=value`, or `NAME` for any value. */
function holds(env: Env, setting: string): boolean {
  const [name = '', wanted] = setting.split('=');
  if (wanted === undefined) return Boolean(env[name]);
  return env[name] === wanted || (wanted === 'true' && env[name] === '1');
}

const isReal = (env: Env, platform: Platform): boolean =>
  platformSettings[platform].every((setting) => holds(env, setting));

/** A secret in a file counts as set. This app needs no secret, so it does not read the file. */
const withSecretFiles = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => [
      [name, value],
      ...(name.endsWith('_FILE') && value ? [[name.slice(0, -'_FILE'.length), 'in a file']] : []),
    ]),
  );

export function readConfig(given: Env): Config {
  const env = withSecretFiles(given);
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`);
  }
  const read = Own.parse(env);
  const world = `http://127.0.0.1:${read.SIM_PORT}`;
  const cdnUrl = read.DISCORD_CDN_URL ?? (read.DISCORD_TOKEN ? 'https://cdn.discordapp.com' : `${world}/discord/cdn`);
  const kickFilesUrl = read.KICK_FILES_URL ?? (isReal(env, 'kick') ? 'https://files.kick.com' : `${world}/kick/files`);
  const hasTwitch = isReal(env, 'twitch');
  // With a real Discord, platforms without keys are off unless their simulation is requested.
  const isOnRequest = Object.entries(env).some(([name, value]) =>
    name.endsWith('_SIMULATED')
      ? ['true', '1'].includes(value ?? '')
      : name.endsWith('_PAGES') && value === 'simulated',
  );
  return {
    ...read,
    worldUrl: read.DISCORD_TOKEN && !isOnRequest ? undefined : `http://localhost:${read.SIM_PORT}`,
    webUrl: read.WEB_URL ?? `http://localhost:${read.WEB_PORT}`,
    cdnUrl,
    twitchChatUrl:
      read.TWITCH_CHAT_URL ||
      (hasTwitch ? 'wss://irc-ws.chat.twitch.tv' : `ws://127.0.0.1:${read.SIM_PORT}/twitch/irc`),
    twitchCdnUrl: hasTwitch ? 'https://static-cdn.jtvnw.net' : `${world}/twitch/cdn`,
    kickFilesUrl,
    players: playersOf(env, world),
    pictureSources: [cdnUrl, kickFilesUrl, ...picturesOf(env, world)],
  };
}

function playersOf(env: Env, world: string): Config['players'] {
  const addressOf = (id: PlayerPlatform): string => {
    const { real, simulated, simulatedBy, setting } = playerOf(id).address;
    const isUsed = isReal(env, id) || (env.DISCORD_TOKEN && !holds(env, simulatedBy));
    return env[setting]?.replace(/\/+$/, '') || (isUsed ? real : `${world}${simulated}`);
  };
  return Object.fromEntries(playerPlatforms.map((id) => [id, addressOf(id)])) as Config['players'];
}

/** Without keys, this app calls no external service. */
const picturesOf = (env: Env, world: string): readonly string[] =>
  Object.values(
    perPlatform((id, { pictures: { real, simulated, areOpen } }) => [
      ...(isReal(env, id) || (areOpen && env.DISCORD_TOKEN) ? real : []),
      ...(isReal(env, id) ? [] : [`${world}${simulated}`]),
    ]),
  ).flat();

/** Next loads this module separately for pages and route handlers, and both need the same settings. */
const shared = globalThis as { settingsOfHouse?: string };
let cached: { readonly settings: string; readonly config: Config } | undefined;

/** Stores the API's settings. Environment variables of this process take precedence. */
export function keepSettings(settings: Env): void {
  shared.settingsOfHouse = JSON.stringify(settings);
}

/** Reads the settings at run time, because a build must not contain the URLs of the machine that made it. */
export function config(): Config {
  const settings = shared.settingsOfHouse ?? '{}';
  if (cached?.settings !== settings) {
    const own = Object.entries(process.env).filter(([, value]) => value !== '');
    cached = { settings, config: readConfig({ ...(JSON.parse(settings) as Env), ...Object.fromEntries(own) }) };
  }
  return cached.config;
}
