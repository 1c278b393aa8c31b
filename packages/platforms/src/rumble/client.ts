import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import { SITE } from './address.ts';
import { type Listing, readListing, sampleOf } from './listing.ts';
import {
  type ApiData,
  embedIdInPage,
  type PlayedVideo,
  RumbleApiData,
  RumbleOembed,
  RumblePlayer,
} from './rumble.external.ts';

const TIMEOUT_MS = 8_000;

/** Why a call failed. Failures are common here, so they are values, not errors. */
export interface Trouble {
  readonly isGood: false;
  readonly reason: string;
  readonly kind: UpstreamError['kind'];
  readonly retryAfterMs: number | undefined;
}

export type Read<T> = { readonly isGood: true; readonly data: T } | Trouble;

export interface RumbleClient {
  /** Reads the creator's own API. The key is used in this call only. */
  apiData(key: string): Promise<Read<ApiData>>;
  /** Reads a creator's page. */
  listing(address: string): Promise<Read<Listing>>;
  player(embedId: string): Promise<Read<PlayedVideo>>;
  /** Reads the owner of a video page and the player's id. */
  oembed(path: string): Promise<Read<z.output<typeof RumbleOembed>>>;
  /** Returns the player's id of a video page. The two ids are unrelated. */
  embedIdOf(path: string): Promise<Read<string>>;
}

/** Calls only URLs below the configured site, and never follows links in responses. */
export function createClient({ http, config, log }: PlatformDoors): RumbleClient {
  const { siteUrl } = config.rumble;
  const call = (path: string) => ({
    world: 'rumble',
    url: `${siteUrl}${path}`,
    headers: config.browserHeaders,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 2,
  });
  const json = <S extends z.ZodType>(path: string, query: Record<string, string>, schema: S) =>
    attempt(async () => (await http.json({ ...call(path), query }, schema)).data);
  const page = (path: string) =>
    attempt(
      async () => (await http.text({ ...call(path), headers: { ...config.browserHeaders, accept: 'text/html' } })).data,
    );
  const oembed = (path: string) => json('/api/Media/oembed.json', { url: `${SITE}${path}` }, RumbleOembed);

  return {
    // This API is official, so we send our name. Redirects would carry the key along, so we follow none.
    apiData: (key) =>
      attempt(async () => {
        const asked = { ...call('/-livestream-api/get-data'), headers: {}, query: { key }, maxRedirects: 0 };
        return (await http.json(asked, RumbleApiData)).data;
      }),
    async listing(address) {
      const read = await page(`/${address}`);
      if (!read.isGood) return read;
      const listing = readListing(read.data, address);
      if (!listing) {
        log.warn({ address, sample: sampleOf(read.data) }, 'Rumble sent a page in an unknown form');
        return odd('a page in an unknown form');
      }
      if (listing.odd > 0) {
        const { odd: count, oddSample: sample } = listing;
        log.warn({ address, count, sample }, 'Rumble lists videos in an unknown form');
      }
      return { isGood: true, data: listing };
    },
    player: (embedId) => json('/embedJS/u3/', { request: 'video', ver: '2', v: embedId }, RumblePlayer),
    oembed,
    async embedIdOf(path) {
      const offered = await oembed(path);
      if (offered.isGood && offered.data.embedId) return { isGood: true, data: offered.data.embedId };
      if (!offered.isGood && isBlocked(offered)) return offered;
      const read = await page(path);
      if (!read.isGood) return read;
      const embedId = embedIdInPage(read.data);
      return embedId ? { isGood: true, data: embedId } : odd('a video without a player');
    },
  };
}

/** Rumble blocks or limits us, so the other requests have to wait too. */
export const isBlocked = ({ kind }: Trouble): boolean => kind === 'denied' || kind === 'limited';

const odd = (what: string): Trouble => ({
  isGood: false,
  reason: `rumble: ${what}`,
  kind: 'odd',
  retryAfterMs: undefined,
});

async function attempt<T>(ask: () => Promise<T>): Promise<Read<T>> {
  try {
    return { isGood: true, data: await ask() };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { isGood: false, reason: error.message, kind: error.kind, retryAfterMs: error.retryAfterMs };
  }
}

/** Returns the failure as an error for a waiting person. It names Rumble as the cause. */
export const troubleError = ({ reason, kind, retryAfterMs }: Trouble): UpstreamError =>
  new UpstreamError({ world: 'rumble', kind, message: reason.replace(/^rumble: /, ''), retryAfterMs });
