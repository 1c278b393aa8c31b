import { z } from 'zod';
import { url, type World } from '../values.ts';
import { type PlatformConfig, standingOf } from './standing.ts';

export const pagesSettings = {
  /** TikTok and Rumble have no keys, so `real` reads their pages. An empty value works as for Kick without an app. */
  TIKTOK_PAGES: z.enum(['simulated', 'real', 'off', '']).optional(),
  TIKTOK_SITE_URL: url.optional(),
  TIKTOK_WEBCAST_URL: url.optional(),
  RUMBLE_PAGES: z.enum(['simulated', 'real', 'off', '']).optional(),
  RUMBLE_SITE_URL: url.optional(),
};

type Read = z.output<z.ZodObject<typeof pagesSettings>> & World;

/** A platform that we read through its public pages. */
export interface PagesConfig extends PlatformConfig {
  readonly siteUrl: string;
}

export interface PagesConfigs {
  readonly tiktok: PagesConfig & { readonly webcastUrl: string };
  readonly rumble: PagesConfig;
}

export const pagesConfigsOf = (read: Read): PagesConfigs => ({
  tiktok: {
    ...pagesOf(read, 'TIKTOK_PAGES'),
    siteUrl: read.TIKTOK_SITE_URL ?? siteOf(read, 'tiktok', 'https://www.tiktok.com'),
    webcastUrl: read.TIKTOK_WEBCAST_URL ?? siteOf(read, 'tiktok', 'https://webcast.tiktok.com', 'webcast'),
  },
  rumble: {
    ...pagesOf(read, 'RUMBLE_PAGES'),
    siteUrl: read.RUMBLE_SITE_URL ?? siteOf(read, 'rumble', 'https://rumble.com'),
  },
});

function pagesOf(read: Read, setting: 'TIKTOK_PAGES' | 'RUMBLE_PAGES'): PlatformConfig {
  const mode = read[setting];
  const { isReal, isOff } = standingOf(read, mode === 'real', mode === 'simulated');
  return { isReal, isOff: isOff || mode === 'off' };
}

const siteOf = (read: Read, world: 'tiktok' | 'rumble', real: string, part = 'site'): string =>
  read[world === 'tiktok' ? 'TIKTOK_PAGES' : 'RUMBLE_PAGES'] === 'real'
    ? real
    : `http://127.0.0.1:${read.SIM_PORT}/${world}/${part}`;
