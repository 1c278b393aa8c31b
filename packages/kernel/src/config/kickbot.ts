import type { z } from 'zod';
import { optional, url, type World } from './values.ts';

export interface KickbotConfig {
  /** The account whose lines in a Kick chat announce clips. Null turns this off. */
  readonly accountId: string | null;
  /** The secret that signs the partner's pushes. Null rejects all pushes. */
  readonly secret: string | null;
  /** The site with the pages of KickBot's clips. */
  readonly siteUrl: string;
  /** The host of the clips' preview images. */
  readonly mediaUrl: string;
}

export const kickbotSettings = {
  /** KickBot, a third-party chat bot on Kick, whose clips we post. */
  KICKBOT_ACCOUNT_ID: optional,
  KICKBOT_SECRET: optional,
  KICKBOT_SITE_URL: url.optional(),
  KICKBOT_MEDIA_URL: url.optional(),
};

type Read = z.output<z.ZodObject<typeof kickbotSettings>> & World;

/** The simulated Kick has its own KickBot, which we trust while Discord is simulated too. */
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
