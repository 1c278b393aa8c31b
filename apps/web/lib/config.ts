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
  /** Where people reach the dashboard. Behind a reverse proxy it must be set. */
  WEB_URL: url.optional(),
  /** Where this process reaches the API. Browsers never call it directly. */
  API_URL: url.default('http://127.0.0.1:4000'),
  /** Whether a proxy stands in front, which says who asks. */
  TRUST_PROXY: z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((text) => text === 'true' || text === '1'),
  SITE_NAME: z.string().min(1).default('Tally'),
  /** Where recordings are kept, unless in a folder that we answer for ourselves. */
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
  /** Where weaknesses of this installation are reported. */
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
  /** Where Discord's pictures come from: the simulated world stands in while there is no bot token. */
  readonly cdnUrl: string;
  /** Where people see the simulated world, while some part of the outside is simulated. */
  readonly worldUrl: string | undefined;
  /** Where the chat widget of a browser reads chats of Twitch, and where its pictures come from. */
  readonly twitchChatUrl: string;
  readonly twitchCdnUrl: string;
  readonly kickFilesUrl: string;
  /** Where the players stand that the media player of OBS frames. */
  readonly youtubePlayerUrl: string;
  readonly tiktokPlayerUrl: string;
  /** Where pictures of other sites may come from; each is an address that they must begin with. */
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
    hasKick &&
    hasTwitch &&
    read.YOUTUBE_API_KEY &&
    [read.TIKTOK_PAGES, read.RUMBLE_PAGES].every((pages) => pages === 'real' || pages === 'off');
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
    ...playersOf(read, world),
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

/** They need no key: beside a real Discord the real ones play, unless somebody says otherwise. */
function playersOf(read: z.output<typeof Environment>, world: string) {
  const isOn = (word: string | undefined) => word === 'true' || word === '1';
  const hasYoutube = Boolean(read.YOUTUBE_API_KEY || (read.DISCORD_TOKEN && !isOn(read.YOUTUBE_SIMULATED)));
  const hasTiktok = read.TIKTOK_PAGES === 'real' || Boolean(read.DISCORD_TOKEN && read.TIKTOK_PAGES !== 'simulated');
  return {
    youtubePlayerUrl:
      read.YOUTUBE_PLAYER_URL || (hasYoutube ? 'https://www.youtube-nocookie.com' : `${world}/youtube-player`),
    tiktokPlayerUrl: read.TIKTOK_PLAYER_URL || (hasTiktok ? 'https://www.tiktok.com' : `${world}/tiktok-player`),
  };
}

/** Platforms keep pictures on hosts of their own; `*.` stands for any name below. */
function picturesOf(read: z.output<typeof Environment>, world: string): readonly string[] {
  return [
    // Beside a real Discord videos are shared from the real ones, whatever else is set up.
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
