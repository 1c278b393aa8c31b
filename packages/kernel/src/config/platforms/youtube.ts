import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { flag, optional, url, type World } from '../values.ts';
import { hasPair, type PlatformConfig, standingOf } from './standing.ts';

export const youtubeSettings = {
  /** A missing YouTube key follows the same rules as for Kick. */
  YOUTUBE_API_KEY: optional,
  YOUTUBE_SIMULATED: flag,
  /** The keys with which people link their YouTube channels. A real API key without them turns linking off. */
  YOUTUBE_CLIENT_ID: optional,
  YOUTUBE_CLIENT_SECRET: optional,
  /** The secret that signs the pushes of YouTube's hub. By default it is derived from the key. */
  YOUTUBE_HUB_SECRET: z.union([z.literal(''), z.string().min(10).max(199)]).optional(),
  /** The daily quota of one Google project: https://developers.google.com/youtube/v3/determine_quota_cost */
  YOUTUBE_DAILY_UNITS: z.coerce.number().int().min(100).default(10_000),
  YOUTUBE_DAILY_SEARCHES: z.coerce.number().int().min(0).default(100),
  YOUTUBE_API_URL: url.optional(),
  YOUTUBE_HUB_URL: url.optional(),
  YOUTUBE_SITE_URL: url.optional(),
  YOUTUBE_AUTHORIZE_URL: url.optional(),
  YOUTUBE_TOKEN_URL: url.optional(),
};

type Read = z.output<z.ZodObject<typeof youtubeSettings>> & World;

export interface YoutubeConfig extends PlatformConfig {
  readonly apiKey: string;
  readonly hubSecret: string;
  readonly dailyUnits: number;
  readonly dailySearches: number;
  /** The URL of the Data API, with its version. */
  readonly apiUrl: string;
  readonly hubUrl: string;
  readonly siteUrl: string;
  /** Null if login with Google is off. */
  readonly login: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly authorizeUrl: string;
    /** The base URL of `/token` and `/revoke`. */
    readonly tokenUrl: string;
  } | null;
}

export function youtubeOf(read: Read): YoutubeConfig {
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

function googleLoginOf(read: Read, sim: string | null): YoutubeConfig['login'] {
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
