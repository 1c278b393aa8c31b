import { z } from 'zod';
import { flag, optional, url, type World } from '../values.ts';
import { hasPair, type PlatformConfig, standingOf } from './standing.ts';

export const kickSettings = {
  /** Without a Kick app we use the simulated Kick, if Discord is simulated too or this variable selects it. */
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
  /** With `on`, we also use endpoints that Kick does not document (clips, VODs, emotes). */
  KICK_UNOFFICIAL: z.enum(['on', 'off']).default('on'),
  /** With `on`, we also read the socket of Kick's own chat, besides webhooks. Needs KICK_UNOFFICIAL as well. */
  KICK_UNOFFICIAL_CHAT: z.enum(['on', 'off']).default('off'),
  KICK_PUSHER_URL: z.url({ protocol: /^wss?$/ }).optional(),
};

type Read = z.output<z.ZodObject<typeof kickSettings>> & World;

export interface KickConfig extends PlatformConfig, KickAddresses {
  readonly clientId: string;
  readonly clientSecret: string;
  /** True if we also read kick.com itself, in addition to the public API. */
  readonly isUnofficial: boolean;
  readonly isChatRead: boolean;
}

/** Kick's hosts. Only the first two are documented. */
interface KickAddresses {
  readonly apiUrl: string;
  readonly idUrl: string;
  readonly siteUrl: string;
  /** The newer host that kick.com's pages call. */
  readonly webUrl: string;
  /** The host that Kick's mobile app calls. */
  readonly mobileUrl: string;
  /** The host of clip videos. */
  readonly clipsUrl: string;
  /** The host of recording videos. */
  readonly streamUrl: string;
  readonly filesUrl: string;
  /** The older transport of Kick's own chat. Each connection fills in `{cluster}`. */
  readonly pusherUrl: string;
}

export function kickOf(read: Read): KickConfig {
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

function kickAddressesOf(read: Read, isReal: boolean): KickAddresses {
  const sim = `http://127.0.0.1:${read.SIM_PORT}/kick`;
  return {
    apiUrl: read.KICK_API_URL ?? (isReal ? 'https://api.kick.com' : `${sim}/api`),
    idUrl: read.KICK_ID_URL ?? (isReal ? 'https://id.kick.com' : `${sim}/id`),
    siteUrl: read.KICK_SITE_URL ?? (isReal ? 'https://kick.com' : `${sim}/site`),
    webUrl: read.KICK_WEB_URL ?? (isReal ? 'https://web.kick.com' : `${sim}/web`),
    mobileUrl: read.KICK_MOBILE_URL ?? (isReal ? 'https://mobile.kick.com' : `${sim}/mobile`),
    clipsUrl: read.KICK_CLIPS_URL ?? (isReal ? 'https://clips.kick.com' : `${sim}/clips`),
    streamUrl: read.KICK_STREAM_URL ?? (isReal ? 'https://stream.kick.com' : `${sim}/stream`),
    filesUrl: read.KICK_FILES_URL ?? (isReal ? 'https://files.kick.com' : `${sim}/files`),
    pusherUrl:
      read.KICK_PUSHER_URL ??
      (isReal ? 'wss://ws-{cluster}.pusher.com' : `ws://127.0.0.1:${read.SIM_PORT}/kick/pusher`),
  };
}
