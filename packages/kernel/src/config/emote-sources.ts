import { z } from 'zod';
import { url, type World } from './values.ts';

/** The sources of emotes that do not belong to a platform, and the hosts of their files. */
export interface EmoteSourcesConfig {
  /** False if the sources are simulated. */
  readonly isReal: boolean;
  readonly isOff: boolean;
  /** Twitch's files: https://dev.twitch.tv/docs/irc/emotes/#cdn-template */
  readonly twitchCdnUrl: string;
  readonly seventv: Addresses;
  readonly betterttv: Addresses;
  readonly frankerfacez: Addresses;
}
interface Addresses {
  readonly apiUrl: string;
  readonly cdnUrl: string;
}

export const emoteSettings = {
  /** 7TV, BetterTTV and FrankerFaceZ need no keys, so a real Discord uses the real ones by default. */
  EMOTE_SETS: z.enum(['simulated', 'real', 'off', '']).optional(),
  TWITCH_CDN_URL: url.optional(),
  SEVENTV_API_URL: url.optional(),
  SEVENTV_CDN_URL: url.optional(),
  BETTERTTV_API_URL: url.optional(),
  BETTERTTV_CDN_URL: url.optional(),
  FRANKERFACEZ_API_URL: url.optional(),
  FRANKERFACEZ_CDN_URL: url.optional(),
};

type Read = z.output<z.ZodObject<typeof emoteSettings>> & World;

export function emoteSourcesOf(read: Read, isTwitchReal: boolean): EmoteSourcesConfig {
  const sim = `http://127.0.0.1:${read.SIM_PORT}`;
  const isReal = read.EMOTE_SETS ? read.EMOTE_SETS === 'real' : Boolean(read.DISCORD_TOKEN);
  const at = (real: string, simulated: string): string => (isReal ? real : `${sim}/emotes/${simulated}`);
  return {
    isReal,
    isOff: read.EMOTE_SETS === 'off',
    twitchCdnUrl: read.TWITCH_CDN_URL ?? (isTwitchReal ? 'https://static-cdn.jtvnw.net' : `${sim}/twitch/cdn`),
    seventv: {
      apiUrl: read.SEVENTV_API_URL ?? at('https://7tv.io', '7tv'),
      cdnUrl: read.SEVENTV_CDN_URL ?? at('https://cdn.7tv.app', '7tv-cdn'),
    },
    betterttv: {
      apiUrl: read.BETTERTTV_API_URL ?? at('https://api.betterttv.net', 'bttv'),
      cdnUrl: read.BETTERTTV_CDN_URL ?? at('https://cdn.betterttv.net', 'bttv-cdn'),
    },
    frankerfacez: {
      apiUrl: read.FRANKERFACEZ_API_URL ?? at('https://api.frankerfacez.com', 'ffz'),
      cdnUrl: read.FRANKERFACEZ_CDN_URL ?? at('https://cdn.frankerfacez.com', 'ffz-cdn'),
    },
  };
}
