import { type PlayerPlatform, platformSettings } from '@tally/contract/platforms/words';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const link = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text))
  .pipe(z.url({ protocol: /^https?$/ }).optional());
const port = z.coerce.number().int().min(1).max(65_535);

/** Every variable that the web app reads. Addresses that are not set fall back to our own pages. */
export const Environment = z.object({
  WEB_PORT: port.default(3000),
  SIM_PORT: port.default(4400),
  /** The address of the dashboard for people. Required behind a reverse proxy. */
  WEB_URL: url.optional(),
  /** The address of the API for this process. Browsers never call it directly. */
  API_URL: url.default('http://127.0.0.1:4000'),
  /** Whether a proxy in front of us reports the client's address. */
  TRUST_PROXY: z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((text) => text === 'true' || text === '1'),
  SITE_NAME: z.string().min(1).default('Tally'),
  /** The store of recordings, unless they are in a folder that we serve ourselves. */
  S3_ENDPOINT: z.union([z.literal(''), url]).optional(),
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_CDN_URL: url.optional(),
  KICK_CLIENT_ID: z.string().optional(),
  KICK_CLIENT_SECRET: z.string().optional(),
  KICK_FILES_URL: url.optional(),
  TWITCH_CHAT_URL: z.union([z.literal(''), z.url({ protocol: /^wss?$/ })]).optional(),
  TWITCH_CLIENT_ID: z.string().optional(),
  TWITCH_CLIENT_SECRET: z.string().optional(),
  YOUTUBE_API_KEY: z.string().optional(),
  YOUTUBE_SIMULATED: z.string().optional(),
  YOUTUBE_PLAYER_URL: z.union([z.literal(''), url]).optional(),
  TIKTOK_PLAYER_URL: z.union([z.literal(''), url]).optional(),
  TIKTOK_PAGES: z.string().optional(),
  RUMBLE_PAGES: z.string().optional(),
  DOCS_URL: link,
  STATUS_URL: link,
  FEEDBACK_URL: link,
  CHAT_WIDGET_URL: link,
  SUPPORT_URL: link,
  VOTE_URL: link,
  TWITTER_URL: link,
  TIKTOK_URL: link,
  YOUTUBE_PROMO_URL: link,
  SENTRY_DSN: link,
  /** The address for reports of security problems. */
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

export interface Config extends z.output<typeof Environment> {
  readonly webUrl: string;
  /** The origin of Discord's pictures; the simulated world's when there is no bot token. */
  readonly cdnUrl: string;
  /** The address of the simulated world for people, while any outside service is simulated. */
  readonly worldUrl: string | undefined;
  /** Where the chat widget reads Twitch chats, and the origin of its pictures. */
  readonly twitchChatUrl: string;
  readonly twitchCdnUrl: string;
  readonly kickFilesUrl: string;
  /** The players that the OBS media player embeds. */
  readonly players: Readonly<Record<PlayerPlatform, string>>;
  /** Allowed prefixes for pictures from other sites. */
  readonly pictureSources: readonly string[];
}

/** A bad variable, said in one sentence for the person who starts the program. */
export class ConfigError extends Error {}

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not valid'}`);
  }
  const read = parsed.data;
  const world = `http://127.0.0.1:${read.SIM_PORT}`;
  const cdnUrl = read.DISCORD_CDN_URL ?? (read.DISCORD_TOKEN ? 'https://cdn.discordapp.com' : `${world}/discord/cdn`);
  const hasKick = Boolean(read.KICK_CLIENT_ID && read.KICK_CLIENT_SECRET);
  const kickFiles = read.KICK_FILES_URL ?? (hasKick ? 'https://files.kick.com' : `${world}/kick/files`);
  const hasTwitch = Boolean(read.TWITCH_CLIENT_ID && read.TWITCH_CLIENT_SECRET);
  const isAllReal =
    read.DISCORD_TOKEN &&
    Object.values(platformSettings).every((settings) =>
      settings.every((setting) => {
        const [name = '', wanted] = setting.split('=');
        return wanted ? env[name] === wanted || env[name] === 'off' : env[name];
      }),
    );
  return {
    ...read,
    worldUrl: isAllReal ? undefined : `http://localhost:${read.SIM_PORT}`,
    webUrl: read.WEB_URL ?? `http://localhost:${read.WEB_PORT}`,
    cdnUrl,
    twitchChatUrl:
      read.TWITCH_CHAT_URL ||
      (hasTwitch ? 'wss://irc-ws.chat.twitch.tv' : `ws://127.0.0.1:${read.SIM_PORT}/twitch/irc`),
    twitchCdnUrl: hasTwitch ? 'https://static-cdn.jtvnw.net' : `${world}/twitch/cdn`,
    kickFilesUrl: kickFiles,
    players: playersOf(read, world),
    // Without keys nothing outside this machine is called.
    pictureSources: [
      cdnUrl,
      kickFiles,
      // Pictures of streams and recordings, and of clips.
      ...(hasKick ? ['https://images.kick.com', 'https://clips.kick.com', 'https://stream.kick.com'] : []),
      ...(hasTwitch ? [] : [`${world}/twitch/cdn`]),
      ...(hasTwitch || read.DISCORD_TOKEN ? ['https://static-cdn.jtvnw.net'] : []),
      ...picturesOf(read, world),
    ],
  };
}

/** The real players need no key. Beside a real Discord they are used unless a setting says otherwise. */
function playersOf(read: z.output<typeof Environment>, world: string) {
  const isOn = (word: string | undefined) => word === 'true' || word === '1';
  const hasYoutube = Boolean(read.YOUTUBE_API_KEY || (read.DISCORD_TOKEN && !isOn(read.YOUTUBE_SIMULATED)));
  const hasTiktok = read.TIKTOK_PAGES === 'real' || Boolean(read.DISCORD_TOKEN && read.TIKTOK_PAGES !== 'simulated');
  return {
    youtube: read.YOUTUBE_PLAYER_URL || (hasYoutube ? 'https://www.youtube-nocookie.com' : `${world}/youtube-player`),
    tiktok: read.TIKTOK_PLAYER_URL || (hasTiktok ? 'https://www.tiktok.com' : `${world}/tiktok-player`),
  };
}

/** Platforms host pictures on domains of their own; `*.` matches any subdomain. */
function picturesOf(read: z.output<typeof Environment>, world: string): readonly string[] {
  return [
    // Media sharing beside a real Discord uses real videos, with or without a YouTube key.
    ...(read.YOUTUBE_API_KEY || read.DISCORD_TOKEN
      ? ['https://i.ytimg.com', 'https://yt3.ggpht.com', 'https://yt3.googleusercontent.com']
      : []),
    ...(read.YOUTUBE_API_KEY ? [] : [`${world}/youtube/cdn`]),
    ...(read.TIKTOK_PAGES === 'real' || read.DISCORD_TOKEN
      ? ['https://*.tiktokcdn.com', 'https://*.tiktokcdn-us.com', 'https://*.tiktokcdn-eu.com']
      : []),
    ...(read.TIKTOK_PAGES === 'real' ? [] : [`${world}/tiktok/files`]),
    ...(read.RUMBLE_PAGES === 'real'
      ? ['https://1a-1791.com', 'https://*.rumble.cloud', 'https://*.rumble.com']
      : [`${world}/rumble/pictures`]),
  ];
}

let cached: Config | undefined;

/** Read once, at run time: a build must not freeze the addresses of the machine that made it. */
export function config(): Config {
  cached ??= readConfig(process.env);
  return cached;
}
