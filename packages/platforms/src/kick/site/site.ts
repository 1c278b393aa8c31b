import type { HttpCall } from '@tally/infra/http';
import { type ChatBadge, minutes, type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import { SiteBadges, SiteChannel } from './site.external.ts';

const FIRST_PAUSE_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(30);
const MAX_BYTES = 4_000_000;
/** Kick hides this page in our country. The response is final and does not concern the rest of the site. */
export const BLOCKED_HERE = 423;

/** Calls to Kick's own pages, which are behind bot protection and may change without notice. */
export interface KickSite {
  /** Returns null if the path does not exist. A failed call is an `UpstreamError`. */
  get<S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
  ): Promise<z.output<S> | null>;
  /** Never returns null, because the paths that Kick's pages post to always exist. */
  post<S extends z.ZodType>(path: string, json: object, schema: S): Promise<z.output<S>>;
}

/** Three hosts: kick.com, web.kick.com, which its pages now call and which answers only them, and the app's host. */
export interface KickSites {
  readonly site: KickSite;
  readonly web: KickSite;
  readonly mobile: KickSite;
}

export function createSites(doors: PlatformDoors): KickSites {
  const { siteUrl, webUrl, mobileUrl } = doors.config.kick;
  return {
    site: openSite(doors, { name: 'site', url: siteUrl, headers: {} }),
    web: openSite(doors, {
      name: 'web',
      url: webUrl,
      headers: { origin: 'https://kick.com', referer: 'https://kick.com/' },
    }),
    mobile: openSite(doors, { name: 'mobile', url: mobileUrl, headers: {} }),
  };
}

interface SiteHost {
  readonly name: 'site' | 'web' | 'mobile';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** After a block or a failure we stop calling, twice as long each time. A good response resets the pause. */
function openSite({ http, config, clock, log, metrics }: PlatformDoors, host: SiteHost): KickSite {
  const world = 'kick';
  const called = host.name === 'site' ? 'kick.com' : `${host.name}.kick.com`;
  const degraded = metrics.gauge({
    name: `kick_${host.name}_degraded`,
    help: `1 while ${called} gives no usable answers and is not called`,
  });
  degraded.set(0);
  let failures = 0;
  let quietUntil = 0;

  const stayAway = (error: UpstreamError): void => {
    const pause = Math.max(error.retryAfterMs ?? 0, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    failures += 1;
    quietUntil = clock.now().getTime() + pause;
    degraded.set(1);
    const about = { err: error, pauseMs: pause };
    if (failures === 1) log.warn(about, `${called} gives no usable answers: clips and recordings have to wait`);
    else log.debug(about, `${called} still gives no usable answers`);
  };
  const comeBack = (): void => {
    if (failures > 0) log.info({ failures }, `${called} answers again`);
    failures = 0;
    degraded.set(0);
  };

  const ask = async <S extends z.ZodType>(
    path: string,
    about: Pick<HttpCall, 'body' | 'isQuestion' | 'method' | 'query'>,
    schema: S,
  ): Promise<z.output<S>> => {
    const pause = quietUntil - clock.now().getTime();
    if (pause > 0) {
      const message = `${called} is not called for a while`;
      throw new UpstreamError({ world, kind: 'limited', message, retryAfterMs: pause });
    }
    try {
      const headers = { ...config.browserHeaders, ...host.headers };
      const { data } = await http.json(
        { world, url: `${host.url}${path}`, headers, maxBytes: MAX_BYTES, ...about },
        schema,
      );
      comeBack();
      return data;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (error.kind === 'gone' || error.status === BLOCKED_HERE) comeBack();
      else stayAway(error);
      throw error;
    }
  };

  return {
    async get(path, query, schema) {
      try {
        return await ask(path, { query }, schema);
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === 'gone') return null;
        throw error;
      }
    },
    post: async (path, json, schema) => await ask(path, { method: 'POST', isQuestion: true, body: { json } }, schema),
  };
}

export const readChannel = async (site: KickSite, slug: string): Promise<SiteChannel | null> =>
  await site.get(`/api/v2/channels/${encodeURIComponent(slug)}`, {}, SiteChannel);

/** Counts followers, which the public API cannot do. Returns null if there is no such channel. */
export const countFollowers = async (site: KickSite, slug: string): Promise<number | null> =>
  (await readChannel(site, slug))?.followers ?? null;

/** Lists subscriber badges by months. kick.com draws all other badges itself. */
export async function listBadges(site: KickSite, slug: string): Promise<readonly ChatBadge[]> {
  const badges = await site.get(`/api/v2/channels/${encodeURIComponent(slug)}`, {}, SiteBadges);
  return (badges ?? []).map(({ months, url }) => ({
    set: 'subscriber',
    version: String(months),
    title: `${months}`,
    url,
  }));
}
