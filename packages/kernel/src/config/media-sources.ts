/**
 * Public pages, made for programs, that describe shared videos without a key. They stay on if a platform is not set up,
 * because viewers' requests need no other access.
 */
export interface MediaSourcesConfig {
  readonly youtubeUrl: string;
  readonly tiktokUrl: string;
  /** TikTok's own short links by host. We follow no other hosts. */
  readonly shortTiktok: Readonly<Record<string, string>>;
}

interface Read {
  readonly SIM_PORT: number;
  readonly DISCORD_TOKEN?: string | undefined;
  readonly YOUTUBE_API_KEY?: string | undefined;
  readonly YOUTUBE_SIMULATED: boolean;
  readonly YOUTUBE_SITE_URL?: string | undefined;
  readonly TIKTOK_PAGES?: string | undefined;
  readonly TIKTOK_SITE_URL?: string | undefined;
}

/** With a real Discord we use the real pages, unless the configuration selects the simulated world. */
export function mediaSourcesOf(read: Read): MediaSourcesConfig {
  const sim = `http://127.0.0.1:${read.SIM_PORT}`;
  const isDiscordReal = Boolean(read.DISCORD_TOKEN);
  const isYoutubeReal = Boolean(read.YOUTUBE_API_KEY) || (isDiscordReal && !read.YOUTUBE_SIMULATED);
  const isTiktokReal = read.TIKTOK_PAGES === 'real' || (isDiscordReal && read.TIKTOK_PAGES !== 'simulated');
  const tiktokUrl = read.TIKTOK_SITE_URL ?? (isTiktokReal ? 'https://www.tiktok.com' : `${sim}/tiktok/site`);
  const short = (host: string) => (isTiktokReal ? `https://${host}` : `${sim}/tiktok/short/${host}`);
  return {
    youtubeUrl: read.YOUTUBE_SITE_URL ?? (isYoutubeReal ? 'https://www.youtube.com' : `${sim}/youtube/site`),
    tiktokUrl,
    shortTiktok: {
      'vm.tiktok.com': short('vm.tiktok.com'),
      'vt.tiktok.com': short('vt.tiktok.com'),
      'www.tiktok.com': short('www.tiktok.com'),
    },
  };
}
