export interface KickbotConfig {
  /** Whose lines in a chat of Kick name clips. Null: nobody's, so they are not listened for. */
  readonly accountId: string | null;
  /** What the partner signs with. Null: no push of theirs is taken. */
  readonly secret: string | null;
  /** Where the pages of its clips are. */
  readonly siteUrl: string;
  /** Where their first pictures are. */
  readonly mediaUrl: string;
}

interface Read {
  readonly SIM_PORT: number;
  readonly DISCORD_TOKEN?: string | undefined;
  readonly KICKBOT_ACCOUNT_ID?: string | undefined;
  readonly KICKBOT_SECRET?: string | undefined;
  readonly KICKBOT_SITE_URL?: string | undefined;
  readonly KICKBOT_MEDIA_URL?: string | undefined;
}

/** The simulated Kick has a KickBot of its own, which is believed as long as Discord is simulated too. */
export function kickbotOf(read: Read, isKickReal: boolean): KickbotConfig {
  const world = `http://127.0.0.1:${read.SIM_PORT}/kick`;
  const isPlayed = !isKickReal && !read.DISCORD_TOKEN;
  return {
    accountId: read.KICKBOT_ACCOUNT_ID ?? (isKickReal ? null : '990001'),
    secret: read.KICKBOT_SECRET ?? (isPlayed ? 'sim-kickbot-secret' : null),
    siteUrl: read.KICKBOT_SITE_URL ?? (isKickReal ? 'https://www.kickbot.com' : `${world}/kickbot`),
    mediaUrl: read.KICKBOT_MEDIA_URL ?? (isKickReal ? 'https://clips.kickbotcdn.com' : `${world}/kickbot-media`),
  };
}
